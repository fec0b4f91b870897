import { describe, expect, test } from 'vitest'
import { chat } from '../../../test/messages.ts'
import type { MessageId } from '../../domain/ids.ts'
import type { Message } from '../../domain/message.ts'
import { type LinkStep, linkMessage } from './link-message.ts'
import type { DraftLink } from './second-look.ts'
import { LINK_MODEL } from './shipped-model.ts'

/** What the last message continues, likeliest first. */
function link(messages: readonly Message[], parent: Message | null = null) {
  const drafts = new Map<MessageId, DraftLink[]>()
  let steps: readonly LinkStep[] = []
  for (const [at, message] of messages.entries()) {
    const isLast = at === messages.length - 1
    const before = messages.slice(0, at)
    steps = linkMessage(message, before, isLast ? parent : null, LINK_MODEL, ({ id }) => {
      return drafts.get(id) ?? []
    })
    drafts.set(
      message.id,
      steps.map(({ to, draft }) => ({ to: to.id, probability: draft })),
    )
  }
  return steps.map(({ to, probability, reason }) => ({ to: to.externalId, probability, reason }))
}

describe('a small chat anyone can judge by eye: the last message continues', () => {
  const cases: [string, Parameters<typeof chat>[0], string, string][] = [
    [
      'whom it names',
      [
        ['Ann', 9, 'Where do we meet on Sunday?'],
        ['Bob', 8, 'Did the build pass?'],
        ['Cat', 7, '@ann by the fountain'],
      ],
      '1',
      'Cat mentioned Ann',
    ],
    [
      'what shares its rare words, days apart',
      [
        ['Ann', 4_320, 'We should look at the restaurant for the gathering'],
        ['Bob', 60, 'Did the build pass?'],
        ['Cat', 10, 'The thai restaurant on 10th Ave?'],
      ],
      '1',
      'same subject 3 days apart: “restaurant”',
    ],
    [
      'its author’s message of a moment ago',
      [
        ['Ann', 9, 'I tried the new parser'],
        ['Bob', 8, 'Lunch anyone?'],
        ['Ann', 8, 'and it crashed'],
      ],
      '1',
      'same author a minute apart',
    ],
    [
      'who spoke to its author',
      [
        ['Ann', 9, 'Bob, did you pay the rent?'],
        ['Cat', 8, 'The bus is late again'],
        ['Bob', 7, 'yes, on Monday'],
      ],
      '1',
      'after Ann’s question',
    ],
  ]
  test.each(cases)('%s', (_name, lines, expected, reason) => {
    const [best] = link(chat(lines))
    expect(best).toMatchObject({ to: expected, reason })
    expect(best?.probability).toBeGreaterThan(0.5)
  })

  test('nothing, if it is the first', () => {
    expect(link(chat([['Ann', 9, 'Hello everyone']]))).toEqual([])
  })
})

describe('certain links', () => {
  test('a reply is certain, whatever else the text says and however old the parent', () => {
    const [parent] = chat([['Dan', 99_999, 'an old plan']])
    const messages = chat([
      ['Ann', 9, 'the build is red'],
      ['Bob', 8, '@ann the build is red', { replyTo: 'x' }],
    ])
    expect(link(messages, parent)).toEqual([{ to: '1', probability: 1, reason: 'reply to Dan' }])
  })

  test('a quote is certain', () => {
    const messages = chat([
      ['Ann', 90, 'the old bridge is closed until May'],
      ['Bob', 9, 'something else'],
      ['Cat', 8, 'really?', { quote: 'closed until May' }],
    ])
    expect(link(messages)).toEqual([{ to: '1', probability: 1, reason: 'quotes Ann' }])
  })
})

test('a bot that nobody called continues nothing; one that was called answers', () => {
  const news = chat([
    ['Ann', 9, 'My basil dies every winter'],
    ['Newsbot', 8, 'Traffic: congestion near the tunnel', { isBot: true }],
  ])
  expect(link(news)).toEqual([])
  const called = chat([
    ['Ann', 9, '!weather tonight'],
    ['Newsbot', 8, 'Light snow tonight', { isBot: true }],
  ])
  expect(link(called)[0]?.to).toBe('1')
})

test('nothing beyond the window is linked, and what is kept never adds up to more than 1', () => {
  const chatter = Array.from({ length: 150 }, (_, i) => ['Ann', 500 - i, `chatter${i}`] as const)
  const messages = chat([
    ['Cat', 9_000, 'about the zeppelin'],
    ...chatter,
    ['Bob', 100, 'zeppelin'],
  ])
  const steps = link(messages)
  expect(steps.map((step) => step.to)).not.toContain('1')
  expect(steps.reduce((sum, step) => sum + step.probability, 0)).toBeLessThanOrEqual(1)
})

test('a text of any length and kind is linked in bounded time', () => {
  const texts = [
    '',
    '🙃',
    'a'.repeat(100_000),
    '@'.repeat(5_000),
    'x '.repeat(50_000),
    '\u202e\u0000',
  ]
  for (const text of texts) {
    const messages = chat([
      ['Ann', 9, text],
      ['Bob', 8, text],
      ['Ann', 7, text],
    ])
    for (const { probability } of link(messages)) expect(probability).toBeGreaterThanOrEqual(0)
  }
})
