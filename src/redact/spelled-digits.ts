import { foldWord, type View } from './fold.ts'

/* "five five five, oh one two three": digits as words. Shorter runs are counting, not numbers. */

const VALUES: ReadonlyMap<string, string> = new Map(
  [
    ['zero oh null нуль ноль cero zero', '0'],
    ['one eins один uno un', '1'],
    ['two zwei два dos deux', '2'],
    ['three drei три tres trois', '3'],
    ['four vier четыре чотири cuatro quatre', '4'],
    ["five fünf пять п'ять cinco cinq", '5'],
    ['six sechs шесть шість seis', '6'],
    ['seven sieben семь сім siete sept', '7'],
    ['eight acht восемь вісім ocho huit', '8'],
    ["nine neun девять дев'ять nueve neuf", '9'],
  ].flatMap(([words = '', digit = '']) =>
    words.split(' ').map((word): [string, string] => [foldWord(word), digit]),
  ),
)
const WORD = [...VALUES.keys()].sort((a, b) => b.length - a.length).join('|')
/** A run of at least this many words is a dictated number. */
const SHORTEST = 7
const RUN = new RegExp(
  `(?<![\\p{L}\\d])(?:${WORD})(?:[ ,.-]{1,3}(?:${WORD}|\\d(?!\\d))){${SHORTEST - 1},}(?![\\p{L}\\d])`,
  'giu',
)

/** The text with dictated runs written as digits, or null where there is none. */
export function writeSpelledDigits(text: string): View | null {
  const runs = [...text.matchAll(RUN)]
  if (runs.length === 0) return null
  const parts: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  const put = (piece: string, start: number, end: number) => {
    parts.push(piece)
    starts.push(start)
    ends.push(end)
  }
  let at = 0
  for (const run of runs) {
    for (; at < run.index; at++) put(text[at] ?? '', at, at + 1)
    for (const word of run[0].matchAll(/[^ ,.-]+/g)) {
      const start = run.index + word.index
      // Separated by spaces, as people type single digits.
      if (word.index > 0) put(' ', start - 1, start)
      put(digitOf(word[0]), start, start + word[0].length)
    }
    at = run.index + run[0].length
  }
  for (; at < text.length; at++) put(text[at] ?? '', at, at + 1)
  return { text: parts.join(''), starts, ends }
}

function digitOf(word: string): string {
  return VALUES.get(word.toLowerCase()) ?? word
}
