import { describe, expect, test } from 'vitest'
import { chat } from '../../../test/messages.ts'
import type { Message } from '../../domain/message.ts'
import { linkMessage, WINDOW } from './link-message.ts'

const link = (messages: readonly Message[], parent: Message | null = null) => {
  const last = messages.at(-1)
  if (last === undefined) throw new Error('a chat without messages')
  return linkMessage(last, messages.slice(0, -1), parent).map(({ to, probability, reason }) => ({
    to: to.externalId,
    probability,
    reason,
  }))
}

describe('a small chat anyone can judge by eye: the last message continues', () => {
  const cases: [string, Parameters<typeof chat>[0], string | null][] = [
    [
      'whom it names',
      [
        ['Ann', 9, 'Where do we meet on Sunday?'],
        ['Bob', 8, 'Did the build pass?'],
        ['Cat', 7, '@ann by the fountain'],
      ],
      '1',
    ],
    [
      'what shares its rare words, days apart',
      [
        ['Ann', 4_320, 'We should look at the restaurant for the gathering'],
        ['Bob', 60, 'Did the build pass?'],
        ['Cat', 10, 'The thai restaurant on 10th Ave?'],
      ],
      '1',
    ],
    [
      'its author’s own last message, when it has no subject of its own',
      [
        ['Ann', 4_320, 'We should look at the restaurant'],
        ['Bob', 60, 'Did the build pass?'],
        ['Ann', 10, 'Any thoughts?'],
      ],
      '1',
    ],
    [
      'its author’s message of a moment ago',
      [
        ['Ann', 9, 'I tried the new parser'],
        ['Bob', 8, 'Lunch anyone?'],
        ['Ann', 8, 'and it crashed'],
      ],
      '1',
    ],
    [
      'the message right before it, if it reads like an answer',
      [
        ['Ann', 9, 'Shall we paint it green?'],
        ['Bob', 8, 'sounds lovely'],
      ],
      '1',
    ],
    [
      'nothing, if it is a question with a subject of its own',
      [
        ['Ann', 9, 'Shall we paint it green?'],
        ['Bob', 8, 'Who restarted the database server?'],
      ],
      null,
    ],
    ['nothing, if it is the first', [['Ann', 9, 'Hello everyone']], null],
    [
      'nothing, after a long silence and about something else',
      [
        ['Ann', 900, 'Shall we paint it green?'],
        ['Bob', 8, 'sounds lovely'],
      ],
      null,
    ],
  ]
  test.each(cases)('%s', (_name, lines, expected) => {
    expect(link(chat(lines)).map((step) => step.to)).toEqual(expected === null ? [] : [expected])
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

test('a name inside another word is no name', () => {
  const messages = chat([
    ['Ann', 100, 'hello'],
    ['Bob', 50, 'the annual plan'],
  ])
  expect(link(messages)).toEqual([])
})

test('a word that everyone uses is no subject', () => {
  const chatter = Array.from(
    { length: 50 },
    (_, i) => ['Ann', 500 - i * 5, `ubuntu item${i}`] as const,
  )
  expect(link(chat([...chatter, ['Bob', 1, 'ubuntu']]))).toEqual([])
})

test('nothing beyond the window is looked at', () => {
  const chatter = Array.from({ length: WINDOW }, (_, i) => ['Ann', 500 - i, `chatter${i}`] as const)
  const messages = chat([
    ['Cat', 9_000, 'about the zeppelin'],
    ...chatter,
    ['Bob', 100, 'zeppelin'],
  ])
  expect(link(messages)).toEqual([])
})
