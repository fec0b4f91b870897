import { expect, test } from 'vitest'
import { routes } from './routes.ts'
import { readHashPath } from './use-hash-path.ts'

test.each(['api:ann', 'matrix:%21room%3Ahost', 'a/b?c#d', '100%', 'Ünïcødé 名'])(
  '%s is the same after encoding and decoding',
  (id) => {
    expect(readHashPath(routes.memory(id))).toEqual(['memory', id])
  },
)

test('a part that is not encoded is used as it is', () => {
  expect(readHashPath('#/memory/100%')).toEqual(['memory', '100%'])
})
