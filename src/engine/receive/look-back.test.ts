import { describe, expect, test } from 'vitest'
import { admin, incoming, minutesAgo, NOW, testEngine } from '../../../test/deps.ts'
import { type Line, SCENARIOS, type Scenario } from '../../../test/look-back-scenarios/scenarios.ts'
import { useDatabase } from '../../../test/with-db.ts'
import type { IncludedPiece } from '../../domain/candidate.ts'
import type { IncomingMessage } from '../../domain/message.ts'

/* Chats a person can judge: a real engine on a real database receives each message by message as it
 * arrived, then a member mentions the bot. When tuning breaks one of these, either the tuning is wrong or
 * the scenario must explain, in the same commit, why the old judgement was. */

const db = useDatabase()
const CHAT = { channel: 'api', externalId: 'team', kind: 'group', title: null } as const

const idOf = (name: string) => name.toLowerCase().replaceAll(' ', '-')
const authorOf = (name: string, isBot = false) => ({
  externalId: idOf(name),
  name,
  username: idOf(name),
  isBot,
})

function toMessage([author, ago, text, more = {}]: Line, i: number): IncomingMessage {
  return incoming(author, text, {
    externalId: String(i + 1),
    author: authorOf(author, more.isBot),
    sentAt: minutesAgo(ago),
    replyTo: more.replyTo ?? null,
    quote: more.quote ?? null,
    topic: more.topic ?? null,
    kind: more.kind ?? 'message',
  })
}

const SUBJECTS =
  'gardening hinges pottery tariffs cycling vinyl sailing chess parking recycling beekeeping sudoku'
    .split(' ')
    .map((subject, i) => [subject, `P${i}`, `Q${i}`] as const)

/** Other people about other things, evenly distributed over a time. */
function fillerOf({ filler }: Scenario): IncomingMessage[] {
  if (filler === undefined) return []
  const [from, to] = filler.minutesAgo
  return Array.from({ length: filler.count }, (_, i) => {
    const [subject, one, other] = SUBJECTS[
      Math.floor(i / 8) % SUBJECTS.length
    ] as (typeof SUBJECTS)[number]
    const author = i % 2 === 0 ? one : other
    return incoming(author, `${i % 2 === 0 ? other : one}: ${subject} number ${i}, what else`, {
      externalId: `filler-${i}`,
      author: authorOf(author),
      sentAt: minutesAgo(from + ((to - from) * i) / filler.count),
    })
  })
}

async function lookBack(scenario: Scenario): Promise<{ inside: number[]; reasons: string[] }> {
  const corner = await db.fresh()
  const { engine } = testEngine(corner)
  const me = admin(corner)
  for (const message of scenario.lines.map(toMessage)) {
    await engine.receive(me, { chat: CHAT, messages: [message] })
  }
  const filler = fillerOf(scenario)
  if (filler.length > 0) await engine.receive(me, { chat: CHAT, messages: filler })
  for (const [i, [, , , more]] of scenario.lines.entries()) {
    const target = { channel: 'api', externalId: 'team', messageId: String(i + 1) }
    const edit = more?.editedText
    if (edit !== undefined) await engine.edit(me, target, { text: edit, editedAt: NOW })
    if (more?.isDeleted === true) await engine.delete(me, target)
  }
  const { by, text, replyTo, quote, topic } = scenario.tag
  const { context } = await engine.buildContext(me, {
    threadId: topic === undefined ? 'api:team' : `api:team:${topic}`,
    text,
    author: authorOf(by),
    messageId: null,
    replyTo: replyTo ?? null,
    quote: quote ?? null,
    askedAt: NOW,
    budgetTokens: 20_000,
  })
  const idOf = ({ piece }: IncludedPiece) =>
    piece.kind === 'message' ? piece.message.externalId : ''
  const own = context.kept.filter((item) => !item.isNearby && !idOf(item).startsWith('filler'))
  return {
    inside: own.map((item) => Number(idOf(item))).sort((a, b) => a - b),
    reasons: own.map((item) => item.reason),
  }
}

async function judge(scenario: Scenario): Promise<void> {
  const { inside, reasons } = await lookBack(scenario)
  const missing = scenario.inside.filter((line) => !inside.includes(line))
  const wrong = scenario.outside.filter((line) => inside.includes(line))
  expect({ missing, wrong }).toEqual({ missing: [], wrong: [] })
  for (const reason of reasons) expect(reason).not.toBe('')
}

const RIGHT = SCENARIOS.filter((scenario) => scenario.stillWrong === undefined)
const WRONG = SCENARIOS.filter((scenario) => scenario.stillWrong !== undefined)

describe('the tag is about', () => {
  test.each(RIGHT)('$name', judge)
})

describe('told wrongly so far', () => {
  test.fails.each(WRONG)('$name: $stillWrong', judge)
})
