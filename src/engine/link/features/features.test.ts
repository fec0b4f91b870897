import { describe, expect, test } from 'vitest'
import { chat } from '../../../../test/messages.ts'
import type { Message } from '../../../domain/message.ts'
import { staticPartsOf } from '../../../models/static-embedder.ts'
import { FEATURE_COUNT, FEATURE_NAMES, fillFeatures, SHARED_COUNT } from './features.ts'
import { createWindowTools, type LinkWindow, readWindow } from './link-window.ts'
import { walkBack } from './pairs.ts'
import type { Tables } from './read-text.ts'
import { WINDOW } from './similarity.ts'

/** "will" and "mark" are ordinary words; the rest is rare. */
const TABLES: Tables = {
  rarity: new Map([
    ['will', 3],
    ['mark', 4],
    ['roof', 6],
  ]),
  common: new Set(['will', 'mark']),
  unknownRarity: 9,
  lexicon: new Map([['anyone', [1, -1]]]),
}
const tools = createWindowTools(TABLES, staticPartsOf)

/** The scene of the last message. */
function scene(messages: readonly Message[]): LinkWindow {
  return readWindow(messages.at(-1) as Message, messages.slice(0, -1), tools)
}

/** Whom the last message names, by the names of those who spoke. */
function named(lines: Parameters<typeof chat>[0]): { names: string[]; to: string | null } {
  const messages = chat(lines)
  const authors = [messages.at(-1), ...messages.slice(0, -1)].map((m) => m?.authorName ?? '')
  const order = [...new Set(authors)]
  const { target } = scene(messages)
  return {
    names: target.mentions.map((who) => order[who] ?? '?'),
    to: order[target.addressee] ?? null,
  }
}

describe('whom a message names', () => {
  const before = [
    ['Ann', 9, 'hello'],
    ['Robert', 8, 'hello'],
    ['Will', 7, 'hello'],
    ['Anna K', 6, 'hello'],
    ['Anna S', 5, 'hello'],
    ['zed_away', 4, 'hello'],
    ['Катя', 3, 'привет'],
    ['小王', 2, '你好'],
    ['민수', 2, '안녕'],
  ] as const
  test.each<[string, string[], string | null]>([
    ['@ann by the fountain', ['Ann'], 'Ann'],
    ['ann: by the fountain', ['Ann'], 'Ann'],
    ['ask ann about it', ['Ann'], null],
    ['the annual plan', [], null],
    ['rob: look here', ['Robert'], 'Robert'],
    ['robrt, look here', ['Robert'], 'Robert'],
    ['the bus will be late', [], null],
    ['Will, did you see it?', ['Will'], 'Will'],
    ['Anna S can you come?', ['Anna S'], 'Anna S'],
    ['Anna K can you come?', ['Anna K'], 'Anna K'],
    ['zed: are you there?', ['zed_away'], 'zed_away'],
    ['Катя, с зоной свежести', ['Катя'], 'Катя'],
    ['скажи Кате, что я приду', ['Катя'], null],
    ['спасибо, it is Will again', ['Will'], null],
    ['周末小王你去吗', ['小王'], null],
    ['민수야 어디야', ['민수'], '민수'],
    ['well, I do not know', [], null],
    ['Cat: talking of myself', [], null],
  ])('%s', (text, names, to) => {
    expect(named([...before, ['Cat', 1, text]])).toEqual({ names, to })
  })

  test('somebody may be spoken to before their first word', () => {
    const { earlier, target } = scene(
      chat([
        ['Ann', 9, 'Bob, did you pay?'],
        ['Bob', 8, 'yes'],
      ]),
    )
    expect(earlier[0]?.mentions).toEqual([target.author])
  })

  test('a reply speaks to the author of what it replies to', () => {
    const { target, earlier } = scene(
      chat([
        ['Ann', 9, 'one'],
        ['Bob', 8, 'two'],
        ['Cat', 7, 'three', { replyTo: '1' }],
      ]),
    )
    expect(target.addressee).toBe(earlier[0]?.author)
  })
})

describe('the rows of a message', () => {
  const lines = Array.from({ length: 140 }, (_, i) => {
    return [`P${i % 5}`, 300 - 2 * i, `P${(i + 1) % 5}: the roof number ${i % 7}?`] as const
  })
  const rowsOf = (messages: readonly Message[]) => {
    const set = scene(messages)
    const out = new Float32Array((WINDOW + 1) * FEATURE_COUNT).fill(Number.NaN)
    const pairs = walkBack(set)
    fillFeatures(set, pairs, out)
    return { pairs, rows: out.subarray(0, (pairs.length + 1) * FEATURE_COUNT) }
  }

  test('are one for each message of the window and one for itself, all numbers', () => {
    expect(FEATURE_NAMES).toHaveLength(FEATURE_COUNT)
    expect(new Set(FEATURE_NAMES).size).toBe(FEATURE_COUNT)
    for (const count of [1, 2, 60, 101, 140]) {
      const { pairs, rows } = rowsOf(chat(lines.slice(0, count)))
      expect(pairs).toHaveLength(Math.min(WINDOW, count - 1))
      expect(rows.every(Number.isFinite)).toBe(true)
    }
  })

  test('share what is about the message; the self row has nothing about a pair', () => {
    const { pairs, rows } = rowsOf(chat(lines.slice(0, 30)))
    const self = rows.subarray(pairs.length * FEATURE_COUNT)
    for (const { rank } of pairs) {
      const row = rows.subarray(rank * FEATURE_COUNT, rank * FEATURE_COUNT + SHARED_COUNT)
      expect([...row]).toEqual([...self.subarray(0, SHARED_COUNT)])
    }
    expect(self.subarray(SHARED_COUNT, -5).every((value) => value === 0)).toBe(true)
    expect(self.at(-5)).toBe(1)
  })

  test('are the same whatever is said later, and wherever the clock stands', () => {
    const at = 50
    const now = chat(lines.slice(0, at))
    const later = chat(lines).slice(0, at)
    expect([...rowsOf(now).rows]).toEqual([...rowsOf(later).rows])
    const day = 1_440 * 60_000
    const moved = now.map((m) => ({ ...m, sentAt: new Date(m.sentAt.getTime() - 400 * day) }))
    expect([...rowsOf(moved).rows]).toEqual([...rowsOf(now).rows])
  })
})
