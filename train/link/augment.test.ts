import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../test/chaos/seeded-random.ts'
import { chat } from '../../test/messages.ts'
import {
  changePace,
  cutOut,
  dropConversations,
  dropNames,
  emptyTexts,
  startLater,
  thin,
} from './augment.ts'
import type { TrainingChat } from './training-chat.ts'

const isWord = (word: string) => ['will', 'so'].includes(word)

/** Two talks, of Ann and Bob and of Will and Dan, running through each other; two messages before them. */
const two: TrainingChat = {
  name: 'two talks',
  messages: chat([
    ['Eve', 90, 'long ago'],
    ['Ann', 80, 'the build is red'],
    ['Bob', 70, 'ann: which one?'],
    ['Will', 60, 'who is for lunch'],
    ['Ann', 50, 'so, the nightly one, Bob'],
    ['Dan', 40, '@will me, I will come'],
    ['Bob', 30, 'I see'],
    ['Will', 20, 'noon'],
    ['Dan', 10, 'fine'],
  ]),
  gold: [
    { isTarget: false, conversation: 0, antecedents: [] },
    { isTarget: false, conversation: 1, antecedents: [] },
    { isTarget: true, conversation: 1, antecedents: [1] },
    { isTarget: true, conversation: 3, antecedents: [3] },
    { isTarget: true, conversation: 1, antecedents: [2] },
    { isTarget: true, conversation: 3, antecedents: [3] },
    { isTarget: true, conversation: 1, antecedents: [4] },
    { isTarget: true, conversation: 3, antecedents: [5] },
    { isTarget: true, conversation: 3, antecedents: [7] },
  ],
}
const manyTimes = <T>(make: (seed: number) => T) => Array.from({ length: 200 }, (_, i) => make(i))

describe('without names', () => {
  test('every name goes, and no word that only looks like one', () => {
    const { messages } = dropNames(two, 1, seededRandom(1), isWord)
    expect(messages.map(({ text }) => text)).toEqual([
      'long ago',
      'the build is red',
      'which one?',
      'who is for lunch',
      'so, the nightly one,',
      'me, I will come',
      'I see',
      'noon',
      'fine',
    ])
  })

  test('at a share of none, nothing changes', () => {
    expect(dropNames(two, 0, seededRandom(1), isWord)).toEqual(two)
  })
})

describe('thinned out', () => {
  const thinned = manyTimes((seed) => thin(two, seededRandom(seed))).filter((c) => c !== null)

  test('a conversation is kept whole or not at all, with what lies before the annotated part', () => {
    for (const { gold } of thinned) {
      const sizes = new Map<number, number>()
      for (const { conversation } of gold) {
        sizes.set(conversation, (sizes.get(conversation) ?? 0) + 1)
      }
      expect([4, undefined]).toContain(sizes.get(1))
      expect([4, undefined]).toContain(sizes.get(3))
    }
    expect(thinned.length).toBeGreaterThan(0)
  })

  test('nothing starts anew that did not before', () => {
    for (const { gold } of thinned) {
      const starts = gold.filter(({ antecedents }, i) => antecedents.includes(i))
      expect(starts.every(({ conversation }) => conversation === 3)).toBe(true)
    }
  })

  test('time runs forward, and never faster', () => {
    for (const { messages } of thinned) expectOrder(messages)
  })
})

describe('young chats', () => {
  const young = manyTimes((seed) => cutOut(two, seededRandom(seed))).flat()

  test('have only annotated messages, in order', () => {
    for (const { messages, gold } of young) {
      expect(gold.every(({ isTarget }) => isTarget)).toBe(true)
      expectOrder(messages)
    }
    expect(young.length).toBeGreaterThan(0)
  })

  test('exactly the first message of each talk starts anew', () => {
    for (const { gold } of young) {
      for (const [i, { antecedents, conversation }] of gold.entries()) {
        const isFirst = gold.findIndex((other) => other.conversation === conversation) === i
        expect(antecedents.includes(i)).toBe(isFirst)
        expect(antecedents.length).toBeGreaterThan(0)
      }
    }
  })
})

function expectOrder(messages: TrainingChat['messages']): void {
  const times = messages.map(({ sentAt }) => sentAt.getTime())
  expect(times).toEqual(times.toSorted((a, b) => a - b))
}

describe('with texts left out', () => {
  test('what starts a conversation keeps its text, and all else may lose it', () => {
    const { messages } = emptyTexts(two, 1, seededRandom(1))
    const kept = messages.filter(({ text }) => text !== '').map(({ text }) => text)
    expect(kept).toEqual(['who is for lunch'])
    expect(emptyTexts(two, 0, seededRandom(1)).messages).toEqual(two.messages)
  })
})

describe('at another pace', () => {
  test('the order stays, and every pause changes by the same factor', () => {
    for (const { messages } of manyTimes((seed) => changePace(two, 4, seededRandom(seed)))) {
      const times = messages.map(({ sentAt }) => sentAt.getTime())
      const pauses = times.slice(1).map((time, i) => (time - (times[i] as number)) / 600_000)
      for (const pause of pauses) expect(pause).toBeCloseTo(pauses[0] as number, 3)
      expect(pauses[0]).toBeGreaterThanOrEqual(0.25)
      expect(pauses[0]).toBeLessThanOrEqual(4)
    }
  })
})

describe('begun later', () => {
  test('what continued a message that is gone continues its conversation, or starts it', () => {
    const later = manyTimes((seed) => startLater(two, seededRandom(seed)))
    expect(new Set(later.map(({ messages }) => messages.length)).size).toBeGreaterThan(2)
    for (const { messages, gold } of later) {
      expect(messages.at(-1)).toEqual(two.messages.at(-1))
      for (const [i, { antecedents }] of gold.entries()) {
        for (const to of antecedents) expect(to).toBeLessThanOrEqual(i)
      }
    }
  })
})

describe('with fewer conversations', () => {
  test('they go whole, and what stays is linked as before', () => {
    const some = manyTimes((seed) => dropConversations(two, 0.4, seededRandom(seed)))
    expect(some.some(({ messages }) => messages.length < two.messages.length)).toBe(true)
    for (const { messages, gold } of some) {
      for (const [i, { conversation, antecedents }] of gold.entries()) {
        for (const to of antecedents) {
          expect(to).toBeLessThanOrEqual(i)
          expect(gold[to]?.conversation).toBe(conversation)
        }
      }
      expect(messages).toHaveLength(gold.length)
    }
  })
})
