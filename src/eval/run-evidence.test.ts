import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { collectEvidence, evaluateEvidence } from './run-evidence.ts'
import type { Scratch, ScratchQuestion, ShownPiece } from './scratch.ts'

const folder = mkdtempSync(join(tmpdir(), 'earshot-evidence-'))
const write = (name: string, lines: readonly object[]) => {
  const path = join(folder, name)
  writeFileSync(path, lines.map((line) => JSON.stringify(line)).join('\n'))
  return path
}
const line = (idx: number) => ({
  file: 'flat',
  idx,
  time: `2026-01-05T10:0${idx}:00`,
  author: `p${idx % 2}`,
  kind: 'message',
  text: `line ${idx}`,
  links: [idx],
  annotated: true,
})
const tag = (after: number, gold: number[], more = {}) => ({
  ...{ file: 'flat', after, time: '2026-01-05T10:09:00', author: 'p0', text: '@bot' },
  ...{ reply_to: null, gold, lang: 'en', ...more },
})
const paths = {
  data: write('chats.jsonl', [0, 1, 2, 3, 4].map(line)),
  tags: write('tags.jsonl', [
    tag(3, [0, 2], { text: '@bot how long is it open?', lang: 'de' }),
    tag(1, [0, 1]),
    tag(4, []),
  ]),
}

/** Shows 0 as the conversation, 1 as nearby and 2 as found; records its calls. */
function fakeScratch() {
  const delivered: string[] = []
  const asked: (ScratchQuestion & { readonly known: readonly string[] })[] = []
  const shown: ShownPiece[] = [
    { messageId: '0', tier: 'conversation', tokens: 10 },
    { messageId: '1', tier: 'nearby', tokens: 5 },
    { messageId: '2', tier: 'search', tokens: 3 },
  ]
  const scratch = {
    deliver: async ({ messages }) => {
      delivered.push(...messages.map(({ externalId }) => externalId))
    },
    buildContext: async (question) => {
      asked.push({ ...question, known: [...delivered] })
      return shown
    },
  } as Partial<Scratch> as Scratch
  return { scratch, asked }
}

test('a tag is asked about with what was sent before it, and no more', async () => {
  const { scratch, asked } = fakeScratch()
  await collectEvidence(paths, scratch, () => undefined)
  expect(asked.map(({ known }) => known)).toEqual([
    ['0', '1'],
    ['0', '1', '2', '3'],
  ])
  expect(asked[0]).toMatchObject({ text: '@bot', replyTo: null, author: { name: 'p0' } })
})

test('evidence counts where it was shown, tokens by what they were spent on', async () => {
  const { scratch } = fakeScratch()
  const found = await collectEvidence(paths, scratch, () => undefined)
  const tokens = { conversationTokens: 10, nearbyTokens: 5, tokens: 18 }
  expect(found).toEqual([
    {
      file: 'flat',
      kind: 'bare',
      lang: 'en',
      conversation: 0.5,
      withNearby: 1,
      shown: 1,
      ...tokens,
    },
    {
      ...{ file: 'flat', kind: 'question', lang: 'de' },
      ...{ conversation: 0.5, withNearby: 0.5, shown: 1, ...tokens },
    },
  ])
})

test('scores are means over the tags that have evidence, by kind and language too', async () => {
  const { scores } = await evaluateEvidence(paths, fakeScratch().scratch, () => undefined)
  expect(scores).toMatchObject({
    targets: 2,
    evidence_in_conversation: 0.5,
    evidence_with_nearby: 0.75,
    evidence_in_all_shown: 1,
    evidence_bare: 1,
    evidence_question: 0.5,
    evidence_de: 0.5,
    tokens: 18,
  })
})
