import { describe, expect, test } from 'vitest'
import { cpuTimer } from '../../../test/cpu-timer.ts'
import { createStaticEmbedder } from '../../models/static-embedder.ts'
import { findSubjectChanges } from './find-subject-changes.ts'

const embedder = createStaticEmbedder()
const toTurns = (texts: readonly string[]) => texts.map((text) => ({ text }))
const changesOf = async (texts: readonly string[]) =>
  findSubjectChanges(toTurns(texts), await embedder.embed(texts))
const placesOf = async (texts: readonly string[]) => (await changesOf(texts)).map(({ at }) => at)

const TRAIN = [
  'i need a train from london to cambridge on saturday',
  'there is a train to cambridge at 10:00 on saturday . shall i book it ?',
  'yes , book the train for two people please',
  'your train is booked . anything else ?',
]
const PIZZA = [
  'can you find an italian restaurant with cheap pizza ?',
  'the pizza hut is a cheap italian restaurant in the centre .',
  'is the restaurant open for dinner ?',
]
const DOGS = [
  'hi ! i just got back from walking my dog',
  'oh nice , what kind of dog is it ?',
  'he is a beagle , he loves to run',
  'beagles are lovely dogs . my sister has one as well',
]
const MUSIC = [
  'by the way , do you play an instrument ?',
  'i play the guitar in a rock band',
  'cool ! which songs does your band play ?',
]

/* Small dialogues anyone can judge by eye. When training breaks one of these, either the training is wrong or this
 * file must state, in the same commit, why. */
test.each<[string, readonly string[], readonly number[]]>([
  ['two errands', [...TRAIN, ...PIZZA], [4]],
  ['small talk', [...DOGS, ...MUSIC], [4]],
  ['an errand, then small talk', [...TRAIN, ...MUSIC], [4]],
  ['one subject', DOGS, []],
])('%s', async (_, texts, places) => {
  expect(await placesOf(texts)).toEqual(places)
})

describe('whatever it is given', () => {
  test.each<[string, readonly string[]]>([
    ['nothing', []],
    ['one turn', ['hello']],
    ['empty turns', ['', '', '', '']],
    ['the same turn', Array.from({ length: 9 }, () => 'ok')],
  ])('%s has no change of subject', async (_, texts) => {
    expect(await changesOf(texts)).toEqual([])
  })

  test.each<[string, readonly string[]]>([
    ['emoji', ['😀😀', '👍', '🎉 🎉', '❤️‍🔥']],
    [
      'Chinese',
      ['你好，今天天气怎么样？', '今天很热。', '对了，你吃饭了吗？', '还没有，一起去吧。'],
    ],
    ['half characters and controls', ['\ud83d', '\u0000\u0007', 'a\u0301'.repeat(300), '   \n']],
    ['a paste', ['look', 'error at line 7 '.repeat(20_000), 'what is it ?']],
  ])('%s is read, and strengths are numbers from 0 to 1', async (_, texts) => {
    for (const { at, strength } of await changesOf(texts)) {
      expect(at).toBeGreaterThan(0)
      expect(at).toBeLessThan(texts.length)
      expect(strength).toBeGreaterThan(0)
      expect(strength).toBeLessThanOrEqual(1)
    }
  })

  test('vectors of no length, or not numbers at all, give no broken strengths', () => {
    for (const value of [0, Number.NaN]) {
      const vectors = TRAIN.map(() => new Float32Array(256).fill(value))
      for (const { strength } of findSubjectChanges(toTurns(TRAIN), vectors)) {
        expect(strength).toBeLessThanOrEqual(1)
      }
    }
  })

  test('a vector too few is refused', () => {
    expect(() => findSubjectChanges(toTurns(TRAIN), [])).toThrow(/4 turns cannot have 0 vectors/)
  })

  test('ten thousand turns are read in one pass', { timeout: 120_000 }, async () => {
    const texts = Array.from({ length: 1_250 }, () => [...DOGS, ...TRAIN]).flat()
    const vectors = await embedder.embed(texts)
    const cpuMs = cpuTimer()
    const changes = findSubjectChanges(toTurns(texts), vectors)
    // Far above what it takes on a busy machine, and far below what a walk over all pairs would take.
    expect(cpuMs()).toBeLessThan(30_000)
    const found = new Set(changes.map(({ at }) => at))
    const errands = texts.flatMap((_, at) => (at % 8 === 4 ? [at] : []))
    expect(errands.filter((at) => found.has(at)).length / errands.length).toBeGreaterThan(0.9)
  })
})
