import { keyOfWord, type Tables, wordTokens } from '../../src/engine/link/features/read-text.ts'
import type { Gold, TrainingChat } from './training-chat.ts'

/* What is counted in the training chats before any net is trained: how rare words are, and which words
 * open a talk or go on with one's own. People's names are left out of both: they are no words, and a
 * word list must not tell who was in the training chats. */

/** Words kept of a corpus, and how many texts it must have for each of them. */
const RARITY_WORDS = 4_000
const TEXTS_PER_WORD = 30
/** A word seen in fewer annotated messages than this says nothing of the way conversations begin. */
const MIN_SEEN = 12
/** As if each word had been seen this often, evenly: rare words must not shout. */
const PRIOR = 5
/** Letters only: addresses, versions and command lines are of their time and place. */
const IS_WORD = /^[\p{L}\p{M}'’-]+$/u

/** Texts of one kind: a community, or a language. Names in them are not counted. */
export type Corpus = {
  readonly texts: readonly string[]
  readonly isName: (word: string) => boolean
}

/** What words are counted in; the first English one has most texts. */
export type Corpora = { readonly english: readonly Corpus[]; readonly others: readonly Corpus[] }

/** Rarer words may be a name where one is called so. */
const COMMON_RARITY = 7.5

/** Counts the tables: rarity in the corpora, openings in the chats. */
export function estimateTables(
  chats: readonly TrainingChat[],
  { english, others }: Corpora,
): Tables {
  const ofEnglish = english.map(rarityIn)
  const highest = ofEnglish[0]?.at(-1)?.[1] ?? 0
  const common = leastOf(ofEnglish.flat().filter(([, value]) => value < COMMON_RARITY))
  return {
    rarity: leastOf([...ofEnglish, ...others.map(rarityIn)].flat()),
    common: new Set(common.keys()),
    unknownRarity: round(highest + 0.7),
    lexicon: estimateLexicon(chats),
  }
}

/** A word that is common in one of the corpora is no subject in any: chats mix languages. */
function leastOf(rarities: readonly (readonly [string, number])[]): Map<string, number> {
  const least = new Map<string, number>()
  for (const [word, value] of rarities) least.set(word, Math.min(least.get(word) ?? value, value))
  return least
}

function rarityIn({ texts, isName }: Corpus): (readonly [string, number])[] {
  const counts = new Map<string, number>()
  for (const text of texts) {
    const keys = new Set(
      wordTokens(text)
        .filter((token) => token.length > 1 && !isName(token))
        .map(keyOfWord),
    )
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const words = Math.min(RARITY_WORDS, Math.ceil(texts.length / TEXTS_PER_WORD))
  const common = [...counts].sort(byCount).slice(0, words)
  return common.map(([key, df]) => [key, round(Math.log((texts.length + 1) / (df + 0.5)))] as const)
}

/** The messages of some chats, the names of those who wrote them left out. */
export function corpusOf(chats: readonly TrainingChat[]): Corpus {
  const names = new Set(chats.flatMap((chat) => [...namesIn(chat)]))
  return {
    texts: chats.flatMap((chat) => chat.messages.map(({ text }) => text)),
    isName: (word) => names.has(word),
  }
}

/** Sentences of one language; a word that is mostly written large within a sentence is a name. */
export function corpusOfSentences(texts: readonly string[]): Corpus {
  const seen = new Map<string, { large: number; small: number }>()
  for (const text of texts) {
    for (const word of text.split(/\s+/).slice(1)) {
      const bare = word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
      const key = bare.toLowerCase()
      const counts = seen.get(key) ?? { large: 0, small: 0 }
      seen.set(key, counts)
      if (bare === key) counts.small += 1
      else counts.large += 1
    }
  }
  const isName = (word: string) => {
    const { large = 0, small = 0 } = seen.get(word) ?? {}
    return large > 3 * small
  }
  return { texts, isName }
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
      for (const word of new Set(wordTokens(chat.messages[i]?.text ?? ''))) {
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
