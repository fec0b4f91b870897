import { describe, expect, test } from 'vitest'
import { chat } from '../../test/messages.ts'
import { corpusOf, corpusOfSentences, estimateTables } from './estimate-tables.ts'
import type { Gold, TrainingChat } from './training-chat.ts'

const opens = (i: number): Gold => ({ isTarget: true, conversation: i, antecedents: [i] })
const goesOn = (i: number): Gold => ({ isTarget: true, conversation: i - 1, antecedents: [i - 1] })

/** Thirty times: somebody greets and asks for a printer, and Bob nods. */
const greetings: TrainingChat = {
  name: 'greetings',
  messages: chat(
    Array.from({ length: 60 }, (_, i) =>
      i % 2 === 0
        ? (['Ann', 100 - i, 'hello, my printer jams, crimsun'] as const)
        : (['Crimsun', 100 - i, 'yep'] as const),
    ),
  ),
  gold: Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? opens(i) : goesOn(i))),
}
const { rarity, common, unknownRarity, lexicon } = estimateTables([greetings], {
  english: [corpusOf([greetings])],
  others: [
    corpusOfSentences(['Tom sagt, dass er kommt', 'Weil Tom dass sagt', 'Er kommt, dass ist gut']),
  ],
})

describe('what is counted', () => {
  test('words that open a talk stand above zero, words that go on with one below', () => {
    expect(lexicon.get('hello')?.[0]).toBeGreaterThan(1)
    expect(lexicon.get('yep')?.[0]).toBeLessThan(-1)
  })

  test('a common word is less rare than one never seen', () => {
    expect(rarity.get('hello')).toBeLessThan(unknownRarity)
  })

  test('a common word of another language is counted, and is no common English word', () => {
    expect(rarity.get('dass')).toBeLessThan(1)
    expect(common.has('dass')).toBe(false)
    expect(rarity.has('tom')).toBe(false)
  })

  test('people are no words', () => {
    expect(rarity.has('crimsu')).toBe(false)
    expect(common.has('crimsu')).toBe(false)
    expect(lexicon.has('crimsun')).toBe(false)
  })
})
