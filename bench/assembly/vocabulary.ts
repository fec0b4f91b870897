import { isStopWord } from '../../src/text/stop-words.ts'
import { termsOf } from '../../src/text/terms.ts'
import { type Random, seededRandom } from '../../test/chaos/seeded-random.ts'

/* Words that nobody speaks and everybody could say. Not numbers ("w17"): letters go through the stemmer,
 * the word pieces of the embedder and the trigrams as a language's do. */

const SIZE = 20_000
const ONSETS =
  'b c d f g h j k l m n p r s t v w z br ch cl dr fl gr pl pr sh sk sl st th tr'.split(' ') as [
    string,
    ...string[],
  ]
const VOWELS = 'a e i o u a e i o ai ea ee oo ou'.split(' ') as [string, ...string[]]
const CODAS = ['', '', '', '', 'n', 'r', 'l', 's', 't', 'm', 'nd', 'st', 'ck'] as [
  string,
  ...string[],
]

export type Vocabulary = {
  /** Commonest first. */
  readonly words: readonly string[]
  /** Zipf's law: the word of rank r comes up in proportion to 1/r. */
  draw(random: Random): string
  /** Every word alike, so that most are rare. */
  drawEvenly(random: Random): string
}

/** The words of one seed; no two have the same stem, and the common ones are short. */
export function makeVocabulary(seed: number): Vocabulary {
  const random = seededRandom(seed)
  const byTerm = new Map<string, string>()
  while (byTerm.size < SIZE) {
    const word = makeWord(random)
    const [term = ''] = termsOf(word)
    if (!byTerm.has(term) && !isStopWord(word)) byTerm.set(term, word)
  }
  const words = [...byTerm.values()].toSorted((a, b) => a.length - b.length)
  const at = (place: number) => words[place] ?? ''
  return {
    words,
    draw: ({ next }) => at(Math.floor(words.length ** next()) - 1),
    drawEvenly: ({ between }) => at(between(0, words.length - 1)),
  }
}

/** A word of two to four syllables; also good for a name. */
export function makeWord(random: Random): string {
  const syllable = () => random.pick(ONSETS) + random.pick(VOWELS) + random.pick(CODAS)
  return Array.from({ length: random.between(2, 4) }, syllable).join('')
}
