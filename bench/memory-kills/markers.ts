/* Words that are nothing but a number in letters. Digits would be taken out before a model sees them
 * (src/redact), and a number that is not seen cannot be counted. */

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const LENGTH = 4
const MARKER = /\bzq([a-z]{4})q\b/

/** A number as four letters. */
export function inLetters(number: number): string {
  let rest = number
  let word = ''
  for (let i = 0; i < LENGTH; i += 1) {
    word = `${LETTERS[rest % LETTERS.length]}${word}`
    rest = Math.floor(rest / LETTERS.length)
  }
  return word
}

/** The word by which a session is known in everything that is said about it. */
export function markerOf(session: number): string {
  return `zq${inLetters(session)}q`
}

/** The first such word in a text, or null. */
export function markerIn(text: string): string | null {
  return MARKER.exec(text)?.[0] ?? null
}
