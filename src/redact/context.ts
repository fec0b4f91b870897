import { foldWord } from './fold.ts'

/** Replaces what was already redacted: a private-use character, which no folded text has. */
export const HIDDEN = '\ue000'

/** A pattern of words, folded as the texts are; `parts` are pieces of regular expressions. */
export function wordsPattern(parts: readonly string[]): RegExp {
  const folded = parts.map((part) => part.replaceAll(/[^\0-\x7f]+/g, foldWord))
  return new RegExp(`(?<![a-z\\d])(?:${folded.join('|')})`, 'giu')
}

/**
 * The text shortly before a place. Redacted parts end it: a placeholder is shorter than what it replaces,
 * and words must not come into reach by being redacted.
 */
export function textBefore(text: string, start: number, reach: number): string {
  const before = text.slice(Math.max(0, start - reach), start)
  return before.slice(before.lastIndexOf(HIDDEN) + 1)
}

/** The text shortly after a place. */
export function textAfter(text: string, end: number, reach: number): string {
  const after = text.slice(end, end + reach)
  const hidden = after.indexOf(HIDDEN)
  return hidden < 0 ? after : after.slice(0, hidden)
}

/** How far from the end of the text the last match is; Infinity where there is none. */
export function distanceTo(said: string, words: RegExp): number {
  let distance = Number.POSITIVE_INFINITY
  for (const match of said.matchAll(words)) distance = said.length - match.index - match[0].length
  return distance
}
