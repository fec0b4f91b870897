import type { Message } from '../../domain/message.ts'
import type { Belief } from './model.ts'
import type { Pair } from './pairs.ts'
import type { Heard, PersonHere } from './scene.ts'
import { BIT } from './shape.ts'

/* Why a message was linked, in words a person understands. The net weighs everything at once; what is
 * told is the plainest thing that holds for the two messages, in the order in which people would say
 * it themselves. It reads the same from either end of the link. */

/** Two messages of one person no further apart are one breath. */
const BREATH_MINUTES = 5
const MAX_WORDS = 3

/** The reason for a link from the target, whose author is called `author`, to an earlier message. */
export function reasonFor(author: string, to: Message, pair: Pair, belief: Belief): string {
  const { target, people } = belief.scene
  const other = to.authorName
  const apart = howLong(pair.minutes)
  if (target.mentions.includes(pair.candidate.author)) return `${author} answered ${other} here`
  if (pair.isSameAuthor && pair.minutes <= BREATH_MINUTES) return `same author ${apart} apart`
  if (pair.candidate.mentions.includes(target.author)) return `${other} had spoken to ${author}`
  const words = sharedWords(target, pair.candidate)
  if (words.length > 0) return `same subject ${apart} apart: ${words.join(', ')}`
  if (pair.isSameAuthor) return `same author ${apart} apart`
  const me = people[target.author] as PersonHere
  if (me.partner === pair.candidate.author) return `${author} and ${other} were talking`
  if ((pair.candidate.reading.shape & BIT.question) > 0) return `after ${other}’s question`
  return pair.rank === 0 ? `right after ${other}` : `${author} spoke shortly after ${other}`
}

/** A span of time as people say it. */
export function howLong(minutes: number): string {
  if (minutes < 1) return 'moments'
  if (minutes < 90) return plural(Math.round(minutes), 'minute')
  if (minutes < 36 * 60) return plural(Math.round(minutes / 60), 'hour')
  return plural(Math.round(minutes / 1440), 'day')
}

/** The rarest of the words two messages share. */
function sharedWords(target: Heard, candidate: Heard): string[] {
  const { words, rarities } = target.reading
  return words
    .map((word, i) => ({ word, rarity: rarities[i] ?? 0 }))
    .filter(({ word }) => candidate.reading.wordSet.has(word))
    .sort((a, b) => b.rarity - a.rarity)
    .slice(0, MAX_WORDS)
    .map(({ word }) => `“${word}”`)
}

function plural(count: number, unit: string): string {
  return count === 1 ? `a${unit === 'hour' ? 'n' : ''} ${unit}` : `${count} ${unit}s`
}
