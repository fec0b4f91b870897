import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { LINK_MODEL } from '../engine/link/shipped-model.ts'
import { evaluateConversations } from './run-conversations.ts'
import { evaluateFacts } from './run-facts.ts'

const home = mkdtempSync(join(tmpdir(), 'earshot-eval-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** A chat whose messages are linked by replies; `links` are the annotation. */
function chat(
  lines: readonly [author: string, text: string, reply: number | null, gold: number][],
) {
  const path = join(home, `${lines.length}.jsonl.gz`)
  const json = lines.map(([author, text, reply_to, gold], idx) =>
    JSON.stringify({
      ...{ file: 'one', idx, author, kind: 'message', text, reply_to, annotated: true },
      time: new Date(Date.UTC(2026, 0, 5, 10, idx)).toISOString(),
      links: [gold],
    }),
  )
  writeFileSync(path, gzipSync(json.join('\n')))
  return path
}

test('conversations are compared with the annotated ones by pairs of messages', () => {
  const data = chat([
    ['ann', 'Where do we meet for the picnic?', null, 0],
    ['bob', 'The build of the billing service is red', null, 1],
    ['cat', 'By the fountain', 0, 0],
    ['dan', 'I restarted it', 1, 1],
    // Annotated as part of the picnic, and linked to the build by a reply.
    ['ann', 'Good', 3, 2],
  ])
  const { predictions, scores } = evaluateConversations(data, LINK_MODEL)
  expect(predictions.map((one) => (one as { conversation: number }).conversation)).toEqual([
    0, 1, 0, 1, 1,
  ])
  // Found 02 13 14 34, annotated 02 04 24 13; two of four are right.
  expect(scores).toEqual({
    targets: 5,
    pairs: { precision: 0.5, recall: 0.5, f1: 0.5 },
    one_to_one_share: 0.8,
  })
})

test('facts are listed with the lines they rest on', () => {
  const data = chat([
    ['Ann', 'I moved to Lisbon last week', null, 0],
    ['Bob', 'Do you live in Lisbon now?', null, 0],
    ['Ann', 'yes', null, 0],
  ])
  const { predictions, scores } = evaluateFacts(data)
  expect(scores).toEqual({ chats: 1, messages: 3, facts: 1 })
  expect(predictions).toMatchObject([
    { file: 'one', idx: [0], about: 'Ann', attribute: 'home', text: 'Ann lives in Lisbon' },
  ])
})
