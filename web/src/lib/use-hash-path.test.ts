import { expect, test } from 'vitest'
import { places } from './routes.ts'
import { readAddress } from './use-hash-path.ts'

test.each(['api:ann', 'matrix:%21room%3Ahost', 'a/b?c#d', '100%', 'Ünïcødé 名'])(
  '%s comes back from its address as it was',
  (id) => {
    expect(readAddress(places.memory(id))).toEqual(['memory', id])
  },
)

test('what nobody encoded is taken as it is', () => {
  expect(readAddress('#/memory/100%')).toEqual(['memory', '100%'])
})
