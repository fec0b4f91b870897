import { expect, test } from 'vitest'
import { seededRandom } from './seeded-random.ts'
import { createWorkload } from './workload.ts'

const NOW = Date.UTC(2026, 2, 10)

function requests(seed: number, count: number) {
  const workload = createWorkload(seededRandom(seed), NOW)
  return Array.from({ length: count }, () => workload.next())
}

test('the same seed makes the same stream, another seed another', () => {
  expect(requests(1, 50)).toEqual(requests(1, 50))
  expect(requests(2, 50)).not.toEqual(requests(1, 50))
})

test('every kind of trouble comes up', () => {
  const sent = requests(1, 1_000)
  const operations = sent.flatMap((request) => request.operations)
  const received = operations.filter((operation) => operation.kind === 'receive')
  const count = (kind: string) => operations.filter((operation) => operation.kind === kind).length
  expect(new Set(received.map(({ id }) => id)).size).toBeLessThan(received.length)
  expect(count('edit')).toBeGreaterThan(50)
  expect(count('delete')).toBeGreaterThan(20)
  expect(JSON.stringify(sent)).toContain('1970-01-01')
  expect(sent.filter(({ path }) => path === '/api/ask').length).toBeGreaterThan(20)
  expect(sent.filter(({ operations: { length } }) => length > 1).length).toBeGreaterThan(100)
})

test('what is not to be refused is dated before now', () => {
  const dates = [...JSON.stringify(requests(1, 3_000)).matchAll(/"sent_at":"([^"]+)"/g)]
  expect(dates.every(([, date]) => Date.parse(date ?? '') < NOW)).toBe(true)
})
