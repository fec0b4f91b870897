import type { Message } from '../../domain/message.ts'
import { type FeatureGroup, GROUPS } from './explain.ts'
import type { LinkWindow, PersonHere, WindowMessage } from './features/link-window.ts'
import type { Pair } from './features/pairs.ts'
import { BIT } from './features/shape.ts'

/* Why a message was linked, in words a person understands: what decided (explain.ts), put in terms of the two messages. It
 * reads the same from either end of the link. */

const MAX_WORDS = 3

/** A link from a message by `author`, the scene's target, to an earlier one. */
type Linked = {
  readonly author: string
  readonly to: Message
  readonly pair: Pair
  readonly scene: LinkWindow
}

/** What each group of features has to say of two messages; null where it has nothing. */
const SENTENCES: Readonly<Record<FeatureGroup, (link: Linked) => string | null>> = {
  names: ({ author, to, pair, scene }) => {
    if (scene.target.mentions.includes(pair.candidate.author)) {
      return `${author} mentioned ${to.authorName}`
    }
    const isCalled = pair.candidate.mentions.includes(scene.target.author)
    return isCalled ? `${to.authorName} mentioned ${author}` : null
  },
  author: ({ pair }) => (pair.isSameAuthor ? `same author ${howLong(pair.minutes)} apart` : null),
  words: subjectOf,
  // Words that both have say the same more plainly.
  meaning: (link) => subjectOf(link) ?? (isNear(link) ? 'similar meaning' : null),
  time: ({ to, pair }) => {
    if (pair.isSameAuthor) return `same author ${howLong(pair.minutes)} apart`
    if (pair.rank === 0) return `right after ${to.authorName}`
    return pair.minutes <= SHORTLY ? `shortly after ${to.authorName}` : null
  },
  question: ({ to, pair }) =>
    (pair.candidate.reading.shape & BIT.question) > 0 && !pair.isSameAuthor
      ? `after ${to.authorName}’s question`
      : null,
  history: ({ author, to, pair, scene }) => {
    const me = scene.people[scene.target.author] as PersonHere
    return me.partner === pair.candidate.author
      ? `${author} and ${to.authorName} in conversation with each other`
      : null
  },
  conversation: ({ to, pair }) =>
    pair.isSameAuthor ? null : `continues the conversation of ${to.authorName}`,
}

/** A message this much nearer in meaning than most, in standard deviations, is near. */
const NEAR_IN_MEANING = 1
/** Minutes. */
const SHORTLY = 15

function subjectOf({ pair, scene }: Linked): string | null {
  const words = sharedWords(scene.target, pair.candidate)
  if (words.length === 0) return null
  return `same subject ${howLong(pair.minutes)} apart: ${words.join(', ')}`
}

function isNear({ pair, scene }: Linked): boolean {
  return (scene.meaning.deviations[pair.at] as number) > NEAR_IN_MEANING
}

/** The first reason there is, whatever decided. */
export function plainestReason(link: Linked): string {
  for (const group of GROUPS) {
    const sentence = SENTENCES[group](link)
    if (sentence !== null) return sentence
  }
  return `after ${link.to.authorName}`
}

/**
 * The reason that decided; `strongest` orders feature groups by how much they did. Only groups that have something to
 * say are asked about, and nothing is where all of them say the same: asking is what costs.
 */
export function decisiveReason(
  link: Linked,
  strongest: (groups: readonly FeatureGroup[]) => readonly FeatureGroup[],
): string {
  const sentences = new Map<FeatureGroup, string>()
  for (const group of GROUPS) {
    const sentence = SENTENCES[group](link)
    if (sentence !== null) sentences.set(group, sentence)
  }
  if (new Set(sentences.values()).size < 2) return plainestReason(link)
  const [decisive] = strongest([...sentences.keys()])
  return decisive === undefined ? plainestReason(link) : (sentences.get(decisive) as string)
}

/** A span of time as people say it. */
export function howLong(minutes: number): string {
  if (minutes < 1) return 'moments'
  if (minutes < 90) return plural(Math.round(minutes), 'minute')
  if (minutes < 36 * 60) return plural(Math.round(minutes / 60), 'hour')
  return plural(Math.round(minutes / 1440), 'day')
}

/** The rarest of the words two messages share. */
function sharedWords(target: WindowMessage, candidate: WindowMessage): string[] {
  const { words, rarities, spelled } = target.reading
  return words
    .map((key, i) => ({ key, word: spelled[i] ?? key, rarity: rarities[i] ?? 0 }))
    .filter(({ key }) => candidate.reading.wordSet.has(key))
    .sort((a, b) => b.rarity - a.rarity)
    .slice(0, MAX_WORDS)
    .map(({ word }) => `“${word}”`)
}

function plural(count: number, unit: string): string {
  return count === 1 ? `a${unit === 'hour' ? 'n' : ''} ${unit}` : `${count} ${unit}s`
}
