import { describe, expect, test } from 'vitest'
import { line, speaker } from '../../../test/conversation-lines.ts'
import type { Prompt } from '../../domain/prompt.ts'
import { HISTORY_FORMATS, type HistoryFormatName } from '../../domain/prompt-history.ts'
import { countTokens, truncateToTokens } from '../../models/tokens/tokens.ts'
import { historyFormat } from './formats/formats.ts'
import { createPrompt, type PromptBuilder } from './prompt-builder.ts'
import type { SlotName } from './slots.ts'

const NOW = new Date('2026-01-05T10:12:00Z')

describe.each(HISTORY_FORMATS)('in the format %s', (name) => {
  test('the clock is in the last message only', () => {
    const { system, messages } = turnOf(name, 7)
    const holding = [system, ...messages.map(({ content }) => content)].map((text) =>
      text.includes('Now: '),
    )
    expect(holding.indexOf(true)).toBe(holding.length - 1)
  })

  test('most of a prompt is the same as the turn before', () => {
    let [same, all] = [0, 0]
    for (let turn = 2; turn <= 20; turn += 1) {
      const [before, now] = [asSent(turnOf(name, turn - 1)), asSent(turnOf(name, turn))]
      same += countTokens(commonStart(before, now))
      all += countTokens(now)
    }
    expect(same / all).toBeGreaterThan(0.8)
  })
})

describe('slots', () => {
  const slotsOf = (...names: SlotName[]) => {
    const all = names.reduce(
      (b, name) => b.withSlot(name, { text: 'word '.repeat(3_000), asOf: NOW }),
      builder('compact'),
    )
    const [first = ''] = all.build().messages.map(({ content }) => content)
    return first
      .split('\n')
      .slice(1)
      .map((row) => JSON.parse(row) as { about: string; as_of: string; text: string })
  }

  test('stand in one order, whichever came first', () => {
    const order = [
      'system.user_profile.history',
      'system.user_profile.recent',
      'system.user_profile.topic:boats',
      'system.user_profile.topic:rent',
    ] as const
    const about = ['the time before that', 'the last weeks', 'the topic Boats', 'the topic Rent']
    expect(slotsOf(...order).map((slot) => slot.about)).toEqual(about)
    expect(slotsOf(...order.toReversed()).map((slot) => slot.about)).toEqual(about)
    expect(slotsOf(...order)[0]?.as_of).toBe('Monday, 5 January 2026')
  })

  test.each<[SlotName, number]>([
    ['system.user_profile.recent', 800],
    ['system.user_profile.history', 1_200],
    ['system.user_profile.topic:rent', 800],
    // A topic's slug is user text: its name must not make it another slot.
    ['system.user_profile.topic:rent.history', 800],
  ])('%s holds %i tokens', (name, most) => {
    expect(countTokens(slotsOf(name)[0]?.text ?? '')).toBe(most)
  })

  test('a topic named like another slot stands with the topics', () => {
    const names = ['system.user_profile.topic:a.history', 'system.user_profile.recent'] as const
    expect(slotsOf(...names).map(({ about }) => about)).toEqual([
      'the last weeks',
      'the topic A.history',
    ])
  })
})

/** The prompt of a session's nth question: a full memory, five turns, a line or two. */
function turnOf(name: HistoryFormatName, turn: number): Prompt {
  const turns = Array.from({ length: turn - 1 }, (_, i) => ({
    number: i + 1,
    question: `And what about the ${i + 1}. of the month?`,
    answer: `On the ${i + 1}. the hall is free from ${i % 12} to ten [1].`,
  }))
  const at = new Date(NOW.getTime() + turn * 60_000)
  return builder(name)
    .withClock(at, 'UTC')
    .withQuery(line(null, null, speaker(7, 'Ann', null), '10:12', `Question ${turn}?`))
    .withConversation([line(1, String(turn), speaker(9, 'Ben', null), '10:00', `Said ${turn}.`)])
    .withEarlierTurns(turns, 5)
    .withSlot('system.user_profile.recent', {
      text: 'lately she asked about the hall '.repeat(300),
      asOf: NOW,
    })
    .withSlot('system.user_profile.history', {
      text: 'she has run the choir for years '.repeat(300),
      asOf: NOW,
    })
    .build()
}

function builder(name: HistoryFormatName): PromptBuilder {
  const format = historyFormat(name, { maxLines: 20, withMeta: true })
  return createPrompt({ system: 'Be brief.', format, shorten: truncateToTokens })
}

function asSent({ system, messages }: Prompt): string {
  return [system, ...messages.map(({ role, content }) => `${role}: ${content}`)].join('\n\n')
}

function commonStart(a: string, b: string): string {
  let end = 0
  while (end < a.length && a[end] === b[end]) end += 1
  return a.slice(0, end)
}
