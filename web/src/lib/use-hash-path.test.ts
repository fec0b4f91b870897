import { expect, test } from 'vitest'
import { routes } from './routes.ts'
import { readHashPath } from './use-hash-path.ts'

test.each(['api:ann', 'matrix:%21room%3Ahost', 'a/b?c#d', '100%', 'Ünïcødé 名'])(
  '%s comes back from its address as it was',
  (id) => {
    expect(readHashPath(routes.memory(id))).toEqual(['memory', id])
  },
)

test('what nobody encoded is taken as it is', () => {
  expect(readHashPath('#/memory/100%')).toEqual(['memory', '100%'])
})
