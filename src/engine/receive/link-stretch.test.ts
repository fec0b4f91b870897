import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../../test/chaos/seeded-random.ts'
import { chat } from '../../../test/messages.ts'
import type { Link } from '../../domain/link.ts'
import { WINDOW } from '../link/features/similarity.ts'
import { draftsIn } from '../link/look-back.ts'
import { type LinkStretch, linkInOrder } from './link-stretch.ts'

const WORDS = [
  'roof',
  'rain',
  'tickets',
  'dinner',
  'invoice',
  'garden',
  'train',
  'keys',
  'cat',
  'doctor',
  'yes',
  'ok',
  'when',
  'who',
] as const

/** A chat of five people in which no two texts are equal. */
function someChat(length: number, seed: number) {
  const random = seededRandom(seed)
  const text = () =>
    Array.from({ length: random.between(1, 6) }, () => random.pick(WORDS)).join(' ')
  return chat(
    Array.from({ length }, (_, i) => {
      const author = `P${random.between(1, 5)}`
      return [author, 10 * length - 10 * i - random.between(0, 9), text()] as const
    }),
  )
}

const NONE = { parents: new Map(), drafts: new Map() }
const linksOf = (stretch: LinkStretch): Link[] => [...linkInOrder(stretch)].flat()

describe('the links of a long chat', () => {
  const all = someChat(2 * WINDOW + 120, 1)
  const whole = linksOf({ all, from: 0, ...NONE })
  const behind = (at: number) => {
    const ids = new Set(all.slice(at).map(({ id }) => id))
    return whole.filter(({ from }) => ids.has(from))
  }
  const at = all.length - 60

  test('are the same worked out from the last 200 messages alone, as a second thread does', () => {
    const skipped = at - 2 * WINDOW
    expect(linksOf({ all: all.slice(skipped), from: at - skipped, ...NONE })).toEqual(behind(at))
  })

  test('are the same worked out from the stored drafts of the last 100', () => {
    const before = all.slice(at - WINDOW, at)
    // In any order the database returns them.
    const drafts = draftsIn({ messages: before, links: whole.toReversed() })
    const stretch = { all: [...before, ...all.slice(at)], from: WINDOW, parents: new Map(), drafts }
    expect(linksOf(stretch)).toEqual(behind(at))
  })
})

describe('calm with', () => {
  const linked = (lines: Parameters<typeof chat>[0]) => {
    const all = chat(lines)
    const links = linksOf({ all, from: 0, ...NONE })
    for (const { probability, draft, reason } of links) {
      expect(probability).toBeGreaterThanOrEqual(0)
      expect(probability).toBeLessThanOrEqual(1)
      expect(draft).toBeLessThanOrEqual(1)
      expect(reason).not.toBe('')
    }
    return links
  }

  test('a chat of one author', () => {
    linked(Array.from({ length: 150 }, (_, i) => ['Ann', 300 - 2 * i, `note ${i}`] as const))
  })

  test('a thousand identical messages', () => {
    linked(Array.from({ length: 1_000 }, (_, i) => [`P${i % 3}`, 1_000 - i, 'ok'] as const))
  })

  test('a message of 100 kB', () => {
    linked([
      ['Ann', 9, 'short'],
      ['Bob', 8, 'word '.repeat(20_000)],
      ['Ann', 7, 'short again'],
    ])
  })

  test('emoji only', () => {
    linked(Array.from({ length: 30 }, (_, i) => [`P${i % 4}`, 60 - i, '😂👍'] as const))
  })

  test('200 authors in 200 messages', () => {
    linked(
      Array.from({ length: 200 }, (_, i) => [`Person ${i}`, 400 - i, `hello from ${i}`] as const),
    )
  })

  test('mixed scripts in one line', () => {
    linked([
      ['Оля', 9, 'где meeting сегодня 会議 اليوم?'],
      ['Ken', 8, 'Оля в 3 部屋 room B'],
    ])
  })

  test('messages of the future', () => {
    linked([
      ['Ann', -5_000, 'from tomorrow'],
      ['Bob', -5_001, 'so am I'],
    ])
  })
})
