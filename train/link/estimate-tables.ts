import { foldPlural, isSubject, type Tables, tokensOf } from '../../src/engine/link/read-text.ts'
import type { Gold, TrainingChat } from './training-chat.ts'

/* What is counted in the training chats before any net is trained: how rare words are, and which words
 * open a talk or go on with one's own. People's names are left out of both: they are no words, and a
 * word list must not tell who was in the training chats. */

const RARITY_WORDS = 4_000
/** A word seen in fewer annotated messages than this says nothing of the way talks begin. */
const MIN_SEEN = 25
/** As if each word had been seen this often, evenly: rare words must not shout. */
const PRIOR = 5
/** Letters only: addresses, versions and command lines are of their time and place. */
const IS_WORD = /^[\p{L}\p{M}'’-]+$/u

/** Counts the tables in the given chats, as they were written. */
export function estimateTables(chats: readonly TrainingChat[]): Tables {
  const { rarity, unknownRarity } = estimateRarity(chats)
  return { rarity, unknownRarity, lexicon: estimateLexicon(chats) }
}

function estimateRarity(chats: readonly TrainingChat[]) {
  const counts = new Map<string, number>()
  let n = 0
  for (const chat of chats) {
    const names = namesIn(chat)
    for (const { text } of chat.messages) {
      n += 1
      const words = new Set(tokensOf(text).filter(isSubject).map(foldPlural))
      for (const word of words) if (!names.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
    }
  }
  const common = [...counts].sort(byCount).slice(0, RARITY_WORDS)
  const rarity = common.map(([word, df]) => [word, round(Math.log((n + 1) / (df + 0.5)))] as const)
  const highest = rarity.at(-1)?.[1] ?? 0
  return { rarity: new Map(rarity), unknownRarity: round(highest + 0.7) }
}

/** Ties in the order of the alphabet, so that the same chats give the same table. */
function byCount(a: readonly [string, number], b: readonly [string, number]): number {
  return b[1] - a[1] || (a[0] < b[0] ? -1 : 1)
}

/** Messages a word was seen in: opening, going on, going on with one's own, or with another's. */
type Seen = { opening: number; goingOn: number; own: number; other: number }

const nothing = (): Seen => ({ opening: 0, goingOn: 0, own: 0, other: 0 })

function estimateLexicon(chats: readonly TrainingChat[]) {
  const all = nothing()
  const byWord = new Map<string, Seen>()
  for (const chat of chats) {
    const names = namesIn(chat)
    for (const [i, gold] of chat.gold.entries()) {
      if (!gold.isTarget || gold.antecedents.length === 0) continue
      const kinds = kindsOf(chat, i, gold)
      for (const kind of kinds) all[kind] += 1
      for (const word of new Set(tokensOf(chat.messages[i]?.text ?? ''))) {
        if (names.has(word) || !IS_WORD.test(word)) continue
        const seen = byWord.get(word) ?? nothing()
        byWord.set(word, seen)
        for (const kind of kinds) seen[kind] += 1
      }
    }
  }
  const words = [...byWord].filter(([, seen]) => seen.opening + seen.goingOn >= MIN_SEEN)
  words.sort(([a], [b]) => (a < b ? -1 : 1))
  return new Map(
    words.map(([word, seen]) => [
      word,
      [
        round(logRatio(seen.opening, all.opening, seen.goingOn, all.goingOn)),
        round(logRatio(seen.own, all.own, seen.other, all.other)),
      ] as const,
    ]),
  )
}

function kindsOf(chat: TrainingChat, at: number, { antecedents }: Gold): (keyof Seen)[] {
  if (antecedents.includes(at)) return ['opening']
  const continued = chat.messages[antecedents[0] ?? at]?.authorId
  return ['goingOn', continued === chat.messages[at]?.authorId ? 'own' : 'other']
}

function logRatio(a: number, allA: number, b: number, allB: number): number {
  const share = (count: number, all: number) => (count + (PRIOR * all) / (allA + allB)) / all
  return Math.log(share(a, allA) / share(b, allB))
}

function namesIn(chat: TrainingChat): ReadonlySet<string> {
  const strip = (name: string) => name.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  return new Set(
    chat.messages.flatMap(({ authorName }) => [
      authorName.toLowerCase(),
      strip(authorName.toLowerCase()),
    ]),
  )
}

function round(x: number): number {
  return Math.round(x * 100) / 100
}
