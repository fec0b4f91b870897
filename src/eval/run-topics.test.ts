import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Terminal } from '../cli/command.ts'
import { evalCommand } from '../cli/commands/eval.ts'
import { readDialogues } from './read-topics.ts'
import { evaluateTopics } from './run-topics.ts'

const folder = mkdtempSync(join(tmpdir(), 'earshot-topics-'))
const silent = () => undefined

const SAID: readonly (readonly [string, number])[] = [
  ['i need a train from london to cambridge on saturday', 0],
  ['there is a train to cambridge at 10:00 on saturday . shall i book it ?', 0],
  ['yes , book the train for two people please', 0],
  ['your train is booked . anything else ?', 0],
  ['can you find an italian restaurant with cheap pizza ?', 1],
  ['the pizza hut is a cheap italian restaurant in the centre .', 0],
  ['is the restaurant open for dinner ?', 0],
]
const dialogue = (id: string | number, more = {}) => ({
  id,
  turns: SAID.map(([text, shift]) => ({ text, shift })),
  ...more,
})
const bare = (id: string) => ({ id, turns: SAID.map(([text]) => ({ text, speaker: 'A' })) })

function write(name: string, lines: readonly unknown[]): string {
  const path = join(folder, name)
  const text = lines.map((l) => (typeof l === 'string' ? l : JSON.stringify(l))).join('\n')
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text)
  return path
}

async function run(options: Record<string, string | boolean>) {
  const printed: string[] = []
  const terminal = { print: (line: string) => printed.push(line), progress: silent }
  // Only these two are used: nothing is served, stored or asked.
  const code = await evalCommand.run(['topics'], options, terminal as unknown as Terminal)
  return { code, printed }
}

test('gold is the first turn of each new subject; where any turn is unmarked there is none', () => {
  const path = write('gold.jsonl', [
    dialogue('a', { split: 'dev' }),
    bare('b'),
    { id: 3, turns: [{ text: 'hi', shift: 1 }] },
    { id: 4, turns: [] },
  ])
  expect(readDialogues(path).map(({ gold }) => gold)).toEqual([[4], null, [], []])
})

test('the command writes a line for each dialogue, in order, and prints scores', async () => {
  const data = write('talks.jsonl.gz', [dialogue('a'), dialogue(7), { id: 'none', turns: [] }])
  const out = join(folder, 'predictions.jsonl')
  const { code, printed } = await run({ data, predictions: out })
  expect(code).toBe(0)
  const lines = readFileSync(out, 'utf8').trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { id: 'a', boundaries: [4] },
    { id: 7, boundaries: [4] },
    { id: 'none', boundaries: [] },
  ])
  expect(printed.join('\n')).toMatch(/^pk +0\.0$/m)
  expect(printed.join('\n')).toMatch(/^exact +P 100\.0 {2}R 100\.0 {2}F1 100\.0$/m)
})

test('without gold there are predictions and no scores', async () => {
  const data = write('bare.jsonl', [bare('a')])
  const { predictions, scores } = await evaluateTopics(data, silent)
  expect(predictions).toEqual([{ id: 'a', boundaries: [4] }])
  expect(scores).toEqual({ dialogues: 1, boundaries_found: 1 })
  expect((await run({ data, json: true })).printed).toEqual([JSON.stringify(scores)])
})

test('dialogues with gold are scored, whatever else is in the file, and each split by itself', async () => {
  const other = { ...dialogue('b', { split: 'dev' }), turns: [{ text: 'hello', shift: 0 }] }
  const data = write('mixed.jsonl', [bare('x'), dialogue('a', { split: 'train' }), other])
  const { scores } = await evaluateTopics(data, silent)
  expect(scores).toMatchObject({ dialogues: 3, boundaries_in_gold: 1, pk: 0 })
  expect(scores).toMatchObject({ train_boundaries_in_gold: 1, dev_boundaries_in_gold: 0 })
})

test.each<[string, readonly unknown[], RegExp]>([
  ['not-json.jsonl', [dialogue('a'), '{"id": "b", '], /Line 2 of .*not-json/],
  ['no-id.jsonl', [{ turns: [] }], /Line 1 of/],
  ['no-turns.jsonl', [{ id: 'a' }], /Line 1 of/],
  ['no-text.jsonl', [{ id: 'a', turns: [{ shift: 0 }] }], /Line 1 of/],
  ['odd-shift.jsonl', [{ id: 'a', turns: [{ text: 'hi', shift: 'yes' }] }], /Line 1 of/],
])('%s is refused, and the line is told', async (name, lines, message) => {
  await expect(evaluateTopics(write(name, lines), silent)).rejects.toThrow(message)
})

test('a file that is not there, or not named, is told as such', async () => {
  await expect(run({ data: join(folder, 'nowhere.jsonl') })).rejects.toThrow(/cannot be read/)
  await expect(run({})).rejects.toThrow(/Name the file with --data.*eval topics --data/)
})

const TIAGE = '../shared/data/topic/tiage.jsonl'

/* Guards against a regression, a little below the reached score; bench/topics has the numbers. */
test.skipIf(!existsSync(TIAGE))(
  `boundaries on TIAGE's dev part (skipped without ${TIAGE})`,
  { timeout: 120_000 },
  async () => {
    const { scores } = await evaluateTopics(TIAGE, silent)
    expect(scores.dev_pk).toBeLessThan(0.37)
    expect(scores.dev_window_diff).toBeLessThan(0.41)
    expect((scores.dev_exact as { f1: number }).f1).toBeGreaterThan(0.45)
  },
)
