import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

const operations = readFileSync('docs/operations.md', 'utf8')
const own = createMetrics().list()

test('docs/operations.md has a row for every metric, with its labels and meaning, and no other', () => {
  const rows = operations.split('\n').filter((line) => line.startsWith('| `earshot_'))
  const expected = own.map(({ name, help, labels }) => {
    const shown = labels.length === 0 ? name : `${name}{${labels.join(',')}}`
    return `| \`${shown}\` | ${help} |`
  })
  expect(rows.toSorted()).toEqual(expected.toSorted())
})

test('no document names a metric that does not exist', () => {
  const names = new Set(own.map(({ name }) => name))
  const documents = [
    'README.md',
    'ARCHITECTURE.md',
    'docs/operations.md',
    'docs/console.md',
    'docs/channels/telegram.md',
  ]
  const unknown = documents.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/`(earshot_[a-z_]+)(?:\{[a-z,]*\})?`/g)]
      .map(([, name = '']) => name)
      .filter((name) => !names.has(name) && !['earshot_app', 'earshot_jobs'].includes(name)),
  )
  expect(unknown).toEqual([])
})
