import { describe, expect, test } from 'vitest'
import { parseWrittenChats } from '../../src/eval/read-written.ts'
import { seededRandom } from '../../test/chaos/seeded-random.ts'
import { interleave } from './interleave.ts'
import type { Gold } from './training-chat.ts'

const written = parseWrittenChats(
  'some',
  `# chat: one | lang: en | kind: friends | people: Ann, Bob, Cat
A|+0|Ann|who has the drill
B|+1m|Cat|bus at nine or ten?
A|+2m|Bob|me. when do you need it Ann
A|+3h|Ann^|tomorrow
B|+1m|Ann|ten

# chat: two | lang: de | kind: family | people: Ute, Kai
A|+0|Ute|wann kommst du Kai
A|+1m|Kai|um acht
`,
)

const made = interleave(written, 200, seededRandom(1))
const all = made.flatMap((chat) => chat.messages.map((message, i) => ({ chat, message, i })))

describe('a chat put together from conversations', () => {
  test('is in order, with ids of its own', () => {
    for (const { messages } of made) {
      const times = messages.map(({ sentAt }) => sentAt.getTime())
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length)
    }
  })

  test('has each conversation whole, and what continued what', () => {
    for (const { gold } of made) {
      for (const [i, { conversation, antecedents }] of gold.entries()) {
        for (const before of antecedents) {
          expect(before).toBeLessThanOrEqual(i)
          expect((gold[before] as Gold).conversation).toBe(conversation)
        }
      }
      const starters = gold.filter(({ antecedents }, i) => antecedents.includes(i))
      expect(starters).toHaveLength(new Set(gold.map(({ conversation }) => conversation)).size)
    }
  })

  test('never mixes languages', () => {
    for (const { messages } of made) {
      const text = messages.map((message) => message.text).join()
      expect(/drill|bus/.test(text) && /wann/.test(text)).toBe(false)
    }
  })

  test('calls people by the names they have there', () => {
    const asked = all.filter(({ message }) => message.text.startsWith('me. when do you need it'))
    expect(asked.length).toBeGreaterThan(50)
    for (const { chat, message, i } of asked) {
      const [drill] = chat.gold[i]?.antecedents ?? []
      const asker = chat.messages[drill as number]?.authorName
      expect(message.text).toBe(`me. when do you need it ${asker}`)
      expect(message.authorName).not.toBe(asker)
    }
  })

  test('keeps what was pressed as a reply', () => {
    const replies = all.filter(({ message }) => message.replyTo !== null)
    expect(replies.length).toBeGreaterThan(50)
    for (const { chat, message } of replies) {
      expect(message.text).toBe('tomorrow')
      const parent = chat.messages.find(({ externalId }) => externalId === message.replyTo)
      expect(parent?.text).toMatch(/^me\. when/)
    }
  })

  test('some conversations run side by side, others follow each other', () => {
    const two = made.filter(({ gold }) => new Set(gold.map((g) => g.conversation)).size === 2)
    const turns = two.map(({ gold }) =>
      gold.reduce(
        (n, g, i) => n + Number(i > 0 && g.conversation !== gold[i - 1]?.conversation),
        0,
      ),
    )
    expect(turns.some((n) => n === 1)).toBe(true)
    expect(turns.some((n) => n > 1)).toBe(true)
  })
})
