import { describe, expect, test } from 'vitest'
import { parseWrittenChats, readWrittenChats } from './read-written.ts'

const TEXT = `# chat: flat | lang: en | kind: flatmates | people: Mira, Tobi
A|+0|Mira|the sink is blocked
B|+1m|Tobi|rent went up
A|+30s|Tobi|how / again?
-|+1d|Mira|😂
A|+2h|Mira^|rice
`

describe('a written chat', () => {
  const [chat] = parseWrittenChats('w1', TEXT)

  test('has its messages at their times, with line breaks', () => {
    const [first, , third, , last] = chat?.messages ?? []
    expect(third?.text).toBe('how\nagain?')
    const minutes = ((last?.sentAt.getTime() ?? 0) - (first?.sentAt.getTime() ?? 0)) / 60_000
    expect(minutes).toBe(1 + 0.5 + 1_440 + 120)
    expect(chat?.language).toBe('en')
  })

  test('has its conversations, and lone messages that start one of their own', () => {
    expect(chat?.gold.map(({ antecedents }) => antecedents[0])).toEqual([0, 1, 0, 3, 2])
    expect(chat?.gold.map(({ conversation }) => conversation)).toEqual([0, 1, 0, 3, 0])
  })

  test('has replies to the last message of the conversation by another person', () => {
    expect(chat?.messages.map(({ replyTo }) => replyTo)).toEqual([null, null, null, null, '2'])
  })

  test('is refused where a line is not of the form, with its number', () => {
    expect(() => parseWrittenChats('w1', `${TEXT}A|soon|Mira|later\n`)).toThrow('line 7 of w1')
  })
})

test('every chat of train/chats can be read, and most messages continue another', () => {
  const chats = readWrittenChats('train/chats')
  const gold = chats.flatMap((chat) =>
    chat.gold.map(({ antecedents }, i) => antecedents.includes(i)),
  )
  expect(chats.length).toBeGreaterThan(500)
  const starters = gold.filter(Boolean).length / gold.length
  expect(starters).toBeGreaterThan(0.05)
  expect(starters).toBeLessThan(0.25)
})
