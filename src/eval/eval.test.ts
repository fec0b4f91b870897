import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { LINK_MODEL } from '../engine/link/shipped-model.ts'
import { createEngineSystem, predictMessages, type System } from './look-back.ts'
import { readChats } from './read-chats.ts'
import { evaluateMessages, evaluateTags } from './run-look-back.ts'
import { scoreMessages } from './score.ts'

const folder = mkdtempSync(join(tmpdir(), 'earshot-eval-'))
const line = (idx: number, author: string, text: string, links: number[], more = {}) => ({
  file: 'talk',
  idx,
  time: `2026-01-05T10:${String(idx).padStart(2, '0')}:00`,
  author,
  kind: 'message',
  text,
  links,
  annotated: true,
  ...more,
})
const TALK = [
  line(0, 'ann', 'long before', [], { annotated: false }),
  line(1, 'ann', 'where do we meet on sunday?', [1]),
  line(2, 'bob', 'did the nightly build pass?', [2]),
  line(3, 'cat', 'ann: by the fountain', [1]),
  line(4, 'cat', 'cat is now known as cat_away', [4], { kind: 'system' }),
  line(5, 'dan', 'bob: the nightly build is green', [2]),
  line(6, 'cat_away', 'ann: at ten', [3]),
]

function write(name: string, lines: readonly unknown[]): string {
  const path = join(folder, name)
  const text = lines.map((l) => (typeof l === 'string' ? l : JSON.stringify(l))).join('\n')
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text)
  return path
}

/** A system that predicts the gold: its scores must be full. */
const ORACLE: System = {
  ofMessage: (chat, at) => ({
    link: chat.gold[at]?.antecedents[0] ?? at,
    context: chat.gold.flatMap((gold, i) =>
      i < at && gold.conversation === chat.gold[at]?.conversation ? [i] : [],
    ),
  }),
  ofTag: () => [],
}

describe('annotated chats', () => {
  const data = write('talk.jsonl.gz', TALK)

  test('are read as the engine would have heard them', () => {
    const [chat] = readChats(data)
    expect(chat?.messages.map((m) => m.externalId)).toEqual(['0', '1', '2', '3', '5', '6'])
    expect(chat?.messages[5]?.authorId).toBe(chat?.messages[3]?.authorId)
    expect(chat?.gold[5]).toMatchObject({ conversation: 1, antecedents: [3] })
  })

  test('who knows everything gets every point', () => {
    const chats = readChats(data)
    const scores = scoreMessages(chats, predictMessages(chats, ORACLE))
    expect(scores.contexts.map((item) => item.f1)).toEqual([1, 1, 1])
    expect(scores.starters.map((s) => s.isLeftAlone)).toEqual([true, true])
    expect(scores.link.f1).toBe(1)
  })

  test('the engine gives a line for each annotated message, from its past alone', () => {
    const { predictions } = evaluateMessages(data, createEngineSystem(LINK_MODEL))
    expect(predictions.map((p) => (p as { idx: number }).idx)).toEqual([1, 2, 3, 5, 6])
    for (const p of predictions as { idx: number; links: number[]; context: number[] }[]) {
      expect(p.links.every((l) => l <= p.idx)).toBe(true)
      expect(p.context.every((l) => l < p.idx)).toBe(true)
    }
    const cut = write('cut.jsonl', TALK.slice(0, 4))
    const early = evaluateMessages(cut, createEngineSystem(LINK_MODEL)).predictions
    expect(predictions.slice(0, 3)).toEqual(early)
  })

  test('a tag is looked back from, right after the message it follows', () => {
    const tag = {
      file: 'talk',
      after: 5,
      time: '2026-01-05T10:06:00',
      author: 'dan',
      text: '@bot ^',
    }
    const tags = write('tags.jsonl', [
      { ...tag, reply_to: null, gold: [2, 5] },
      { ...tag, reply_to: 1, gold: [1, 3] },
    ])
    const { predictions, scores } = evaluateTags(data, tags, createEngineSystem(LINK_MODEL))
    const [bare, reply] = predictions as { context: number[] }[]
    expect(bare?.context).toEqual(expect.arrayContaining([2, 5]))
    expect(reply?.context).toContain(1)
    for (const { context } of [bare, reply] as { context: number[] }[]) {
      expect(context.every((l) => l <= tag.after)).toBe(true)
    }
    expect(scores).toMatchObject({ targets: 2, bare: { recall: 1 } })
  })
})

test.each<[string, readonly unknown[], RegExp]>([
  ['not-json.jsonl', [TALK[0], '{"file": "talk", '], /Line 2 of .*not-json/],
  ['other.jsonl', [{ id: 1 }], /Line 1 of/],
  ['no-date.jsonl', [line(0, 'ann', 'hi', [0], { time: 'yesterday' })], /Line 1 of/],
])('%s is refused, and the line is told', (name, lines, message) => {
  expect(() => readChats(write(name, lines))).toThrow(message)
})

test('a file that is not there, or not zipped, is told as such', () => {
  expect(() => readChats(join(folder, 'nowhere.jsonl'))).toThrow(/cannot be read/)
  writeFileSync(join(folder, 'plain.jsonl.gz'), 'not zipped')
  expect(() => readChats(join(folder, 'plain.jsonl.gz'))).toThrow(/cannot be read/)
})

test('targets of another data file are refused', () => {
  const tags = write('foreign.jsonl', [
    { file: 'elsewhere', after: 1, time: '2026-01-05T10:06:00', author: 'x', text: '@bot' },
  ])
  const data = write('talk.jsonl', TALK)
  expect(() => evaluateTags(data, tags, createEngineSystem(LINK_MODEL))).toThrow(/elsewhere/)
})

const DEV = '../shared/data/irc/dev.jsonl.gz'

/* Guards against a regression, a little below the reached score; bench/lookback has the numbers. */
test.skipIf(!existsSync(DEV))(
  `context F1 on the development chats (skipped without ${DEV})`,
  () => {
    const { scores } = evaluateMessages(DEV, createEngineSystem(LINK_MODEL))
    expect((scores.context as { f1: number }).f1).toBeGreaterThan(0.84)
    expect((scores.link as { f1: number }).f1).toBeGreaterThan(0.75)
    expect(scores.starters_left_alone).toBeGreaterThan(0.84)
  },
)
