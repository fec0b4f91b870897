import type { Message } from 'grammy/types'
import { mentionsOf, type Names, nameEnd } from './addressed-by.ts'
import type { Self } from './read-command.ts'
import { wordsOf } from './words-of.ts'

/** What stands between a name that is called and what is said. */
const AFTER_NAME = /^[\s,:;.!–—-]+/

/**
 * What is asked, without the name by which we were called; may be empty. Only where it stands at the
 * beginning or the end: "what can @our_bot do?" is no question without it.
 */
export function questionOf(message: Message, me: Self, { names }: Names): string {
  const words = wordsOf(message)
  const mentions = mentionsOf(words, me)
  let [start, end] = [nameEnd(words, names) ?? 0, words.text.length]
  for (const { offset, length } of mentions) {
    if (isBlank(words.text.slice(start, offset))) start = offset + length
  }
  for (const { offset, length } of mentions.toReversed()) {
    if (isBlank(words.text.slice(offset + length, end))) end = offset
  }
  const asked = words.text.slice(start, end)
  return (start === 0 ? asked : asked.replace(AFTER_NAME, '')).trim()
}

function isBlank(text: string): boolean {
  return text.replace(AFTER_NAME, '') === ''
}
