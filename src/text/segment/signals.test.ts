import { describe, expect, test } from 'vitest'
import { wordsOf } from '../words.ts'
import { createCohesion } from './cohesion.ts'
import { cuesOf } from './cues.ts'
import { readTurn } from './read-turn.ts'
import { createSegmentWindow, depthAt, signalsAt } from './signals.ts'

const cues = (text: string) => cuesOf(text, wordsOf(text))
const axis = (...places: number[]) => {
  const vector = new Float32Array(4)
  for (const place of places) vector[place] = 1
  return vector
}

describe('cues', () => {
  test.each([
    ['By the way, do you ski?', 'opens'],
    ['Кстати, как дела?', 'opens'],
    ['对了，你吃饭了吗？', 'opens'],
    ["Thanks, that's all!", 'closes'],
    ['おはよう', 'greets'],
    ['Yes, it does', 'replies'],
    ['I gave them away', 'points'],
    ['what is your name', 'saysYou'],
    ["well i'd say so", 'beginsWithMe'],
  ] as const)('"%s" %s', (text, cue) => {
    expect(cues(text)[cue]).toBe(true)
  })

  test('a word within another is none, nor one in the middle of a long text', () => {
    expect(cues('sofa and setter')).toMatchObject({ opens: false, greets: false })
    const long = `${'word '.repeat(100)}thanks ${'word '.repeat(100)}`
    expect(cues(long).closes).toBe(false)
  })
})

describe('reading a turn', () => {
  test('a question at the end is told from one at the start', () => {
    expect(readTurn({ text: 'do you ? i do .' })).toMatchObject({ asks: true, endsAsking: false })
    const both = readTurn({ text: 'i like red . do you have pets ?' })
    expect(both).toMatchObject({ endsAsking: true, saysThenAsks: true })
  })

  test('of a paste the first page is read', () => {
    expect(readTurn({ text: 'word '.repeat(10_000) }).words).toBe(800)
  })

  test('terms are stems, without the words that carry nothing', () => {
    expect([...readTurn({ text: 'I painted the paintings' }).terms]).toEqual(['paint'])
  })
})

describe('cohesion', () => {
  test('turns alike are near, others are not, and what is outside is neither', () => {
    const cohesion = createCohesion([axis(0), axis(0), axis(1), axis(1)])
    expect(cohesion.ofTurns(0, 1)).toBeCloseTo(1)
    expect(cohesion.ofTurns(1, 2)).toBeLessThan(0)
    expect(cohesion.ofTurns(2, 1)).toBe(cohesion.ofTurns(1, 2))
    expect([cohesion.ofTurns(0, -1), cohesion.ofTurns(3, 4)]).toEqual([0, 0])
    expect(cohesion.ofBlocks(-5, 2, 99)).toBeLessThan(cohesion.ofBlocks(0, 1, 2))
  })
})

describe('signals', () => {
  test('depth is the rise to both hills, and stops where it falls again', () => {
    const cohesion = Float64Array.of(0, 0.9, 0.5, 0.1, 0.4, 0.3, 0.9)
    expect(depthAt(cohesion, 3)).toBeCloseTo(0.8 + 0.3)
    expect(depthAt(cohesion, 1)).toBe(0)
  })

  test('a new word that is taken up is told from one that is not', () => {
    const said = ['we sold the boat', 'a guitar is louder', 'which guitar ?']
    const scene = createSegmentWindow(
      said.map((text) => readTurn({ text })),
      createCohesion([axis(0), axis(1), axis(1)]),
    )
    expect(signalsAt(scene, 1).terms).toMatchObject({ sharedWithLast8: 0, newTermsComeAgain: 0.5 })
    expect(signalsAt(scene, 2).terms).toMatchObject({ sharedWithPrevious: 0.5 })
  })

  test('the latest turn knows nothing of what comes', () => {
    const scene = createSegmentWindow(
      ['hello there', 'hi'].map((text) => readTurn({ text })),
      createCohesion([axis(0), axis(1)]),
    )
    expect(signalsAt(scene, 1).after).toMatchObject({ isLatest: 1, toNext: 0, within: 0 })
  })
})
