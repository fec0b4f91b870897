import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withScratch } from '../app/scratch-instance.ts'
import { readConfig } from '../config/config.ts'
import { evaluateRecall } from './run-recall.ts'

const folder = mkdtempSync(join(tmpdir(), 'earshot-recall-'))
const write = (name: string, lines: readonly object[]) => {
  const path = join(folder, name)
  writeFileSync(path, lines.map((line) => JSON.stringify(line)).join('\n'))
  return path
}
const TURNS = [
  ['Ann', 'I work as a nurse'],
  ['Bob', 'Lovely weather today'],
  ['Ann', 'I moved to Lisbon'],
  ['Bob', 'The bus was late again'],
] as const
const paths = {
  messages: write(
    'turns.jsonl',
    TURNS.map(([author, text], turn) => ({
      ...{ conv: 'c', id: `t${turn}`, turn, session_time: '2024-01-05T10:00:00', author, text },
    })),
  ),
  questions: write('questions.jsonl', [
    { conv: 'c', id: 'q1', type: 'home', question: 'Where does Ann live?', evidence: ['t2'] },
  ]),
}

const evaluate = (hasFacts: boolean) =>
  withScratch(readConfig({ EARSHOT_MODEL: 'offline' }, null), (scratch) =>
    evaluateRecall(paths, { hasFacts }, scratch, () => undefined),
  )

test('with facts, conversations are read for them, and what those found rest on is told', async () => {
  const { scores, predictions } = await evaluate(true)
  expect(scores).toMatchObject({ facts_stored: 2, evidence_behind_facts: 1 })
  const [asked] = predictions as readonly { readonly throughFacts: readonly string[] }[]
  expect(asked?.throughFacts[0]).toBe('t2')
})

test('the order of messages is the same with facts and without', async () => {
  const [on, off] = [await evaluate(true), await evaluate(false)]
  const ranked = (of: typeof on) => of.predictions.map((one) => (one as { ranked: unknown }).ranked)
  expect(ranked(on)).toEqual(ranked(off))
  expect(off.scores).not.toHaveProperty('facts_stored')
})
