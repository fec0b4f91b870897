import { groupStems } from './same-stem.ts'
import { countLines, repetition, type Sentence } from './sentences.ts'

/* The sentences that show what a conversation is about, without a question.
 *
 * A conversation returns to its subject, so a word is worth the logarithm of its number of lines (by stem); a
 * sentence is worth its words, divided by the root of their number so that long ones do not win by length
 * alone. Later lines are worth a little more: they are the current state. A sentence similar to one already
 * picked loses by as much as they share. */

const RECENCY = 0.3
const REPETITION = 0.9

/** At most `count` sentences, best first. Sentences without a subject word are never among them. */
export function pickSalient(sentences: readonly Sentence[], count: number): Sentence[] {
  const worth = worthOf(sentences)
  const left = sentences.filter(({ words }) => words.size > 0)
  const picked: Sentence[] = []
  const gain = (sentence: Sentence) =>
    (worth.get(sentence) ?? 0) * (1 - REPETITION * repetition(sentence, picked))
  while (picked.length < count && left.length > 0) {
    picked.push(...left.splice(indexOfBest(left.map(gain)), 1))
  }
  return picked
}

/** Index of the highest number, the first among equals; -1 for none. */
export function indexOfBest(values: readonly number[]): number {
  return values.reduce((best, value, i) => (best < 0 || value > (values[best] ?? 0) ? i : best), -1)
}

function worthOf(sentences: readonly Sentence[]): Map<Sentence, number> {
  const lines = countLines(sentences)
  const stems = groupStems(lines.keys())
  const linesOfStem = new Map<string, number>()
  for (const [word, count] of lines) {
    const stem = stems.get(word) ?? word
    linesOfStem.set(stem, (linesOfStem.get(stem) ?? 0) + count)
  }
  return new Map(
    sentences.map((sentence, index) => {
      const own = new Set([...sentence.words].map((word) => stems.get(word) ?? word))
      const sum = [...own].reduce(
        (total, stem) => total + Math.log1p(linesOfStem.get(stem) ?? 0),
        0,
      )
      const recency = 1 + (RECENCY * (index + 1)) / sentences.length
      return [sentence, (recency * sum) / Math.sqrt(1 + own.size)]
    }),
  )
}
