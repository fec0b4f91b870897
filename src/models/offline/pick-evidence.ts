import { wordsOf } from '../../text/words.ts'
import { indexOfBest } from './pick-salient.ts'
import type { SaysTerm, Term } from './question-terms.ts'
import { repetition, type Sentence } from './sentences.ts'

/* Which sentences are relevant to the question?
 *
 *   1. A sentence is worth the terms it contains, a rare term more than one in every line (IDF). Its
 *      author's name counts as a term: "what does Bob want?" is about Bob's lines.
 *   2. A sentence right after a question, by another author, inherits half of that question's worth:
 *      "Is the fountain on?" "Yes" is an answer, and shares no word with what is asked.
 *   3. For "when" and "how much", a sentence with a number in it is worth a little more.
 *   4. Sentences are taken best first; a term already covered counts a third, and one that repeats a taken
 *      sentence loses by as much as they share. Sentences worth far less than the first are left out.
 */

const ANSWER_SHARE = 0.5
const FIGURE_BONUS = 1.25
const ALREADY_SAID = 0.35
const REPETITION = 0.9
const MIN_SHARE_OF_BEST = 0.2

const ASKS_FIGURE: ReadonlySet<string> = new Set(
  `when time date hour oclock much many cost costs price number когда время сколько скольки цена стоит число коли
  час скільки котрій ціна коштує wann uhr viel kostet quand heure combien cuando cuándo hora cuánto cuesta`.split(
    /\s+/,
  ),
)
const ASKS_FIGURE_UNSPACED = /几点|多少|什么时候|時間|时间|いつ|いくら|何時/u
const FIGURE = /\p{N}|noon|midnight|полдень|полночь|опівдні|опівночі/iu

type Inquiry = {
  readonly question: string
  readonly terms: readonly Term[]
  /** In the order of their lines. */
  readonly sentences: readonly Sentence[]
  readonly saysTerm: SaysTerm
}

type Evidence = {
  /** In the order of their lines. */
  readonly picked: readonly Sentence[]
  /** The terms of the question that the context contains, in a picked sentence or another. */
  readonly found: ReadonlySet<Term>
}

type Rated = {
  readonly sentence: Sentence
  readonly said: readonly Term[]
  readonly inherited: number
  readonly bonus: number
}

/** The sentences relevant to the question, at most `count`, and the terms they were found by. */
export function pickEvidence(inquiry: Inquiry, count: number): Evidence {
  const said = inquiry.sentences.map((sentence) => termsSaid(sentence, inquiry))
  const weights = termWeights(inquiry, said)
  const rated = inquiry.sentences.map((sentence, i) => ({
    sentence,
    said: said[i] ?? [],
    inherited: inheritedWorth(inquiry.sentences, said, weights, i),
    bonus: asksFigure(inquiry.question) && FIGURE.test(sentence.text) ? FIGURE_BONUS : 1,
  }))
  const picked = takeBest(rated, weights, count)
  const isFigureGiven = picked.some(({ text }) => FIGURE.test(text))
  const answered = inquiry.terms.filter((term) => isFigureGiven && asksFigure(term.surface))
  return {
    picked: inquiry.sentences.filter((sentence) => picked.includes(sentence)),
    found: new Set([...said.flat(), ...answered]),
  }
}

function takeBest(
  rated: readonly Rated[],
  weights: ReadonlyMap<Term, number>,
  count: number,
): Sentence[] {
  const left = [...rated]
  const picked: Sentence[] = []
  const covered = new Set<Term>()
  const gainOf = ({ sentence, said, inherited, bonus }: Rated) => {
    const own = sum(said.map((t) => (weights.get(t) ?? 0) * (covered.has(t) ? ALREADY_SAID : 1)))
    return (own + inherited) * bonus * (1 - REPETITION * repetition(sentence, picked))
  }
  let least = 0
  while (picked.length < count) {
    const gains = left.map(gainOf)
    const index = indexOfBest(gains)
    const gain = gains[index] ?? 0
    if (gain <= least) break
    if (least === 0) least = gain * MIN_SHARE_OF_BEST
    for (const { sentence, said } of left.splice(index, 1)) {
      picked.push(sentence)
      for (const term of said) covered.add(term)
    }
  }
  return picked
}

function termsSaid({ words, line }: Sentence, { terms, saysTerm }: Inquiry): Term[] {
  const all = new Set([...words, ...wordsOf(line.speaker)])
  return terms.filter((term) => saysTerm(all, term))
}

/** Inverse document frequency over the given lines: a term in one line of many weighs most. */
function termWeights(
  { terms, sentences }: Inquiry,
  said: readonly (readonly Term[])[],
): Map<Term, number> {
  const all = new Set(sentences.map(({ line }) => line.number)).size
  return new Map(
    terms.map((term) => {
      const lines = new Set(
        sentences.flatMap(({ line }, i) => (said[i]?.includes(term) ? [line.number] : [])),
      )
      return [term, Math.log1p(all / Math.max(1, lines.size))]
    }),
  )
}

/** What a statement inherits from the question just before it, asked by another author. */
function inheritedWorth(
  sentences: readonly Sentence[],
  said: readonly (readonly Term[])[],
  weights: ReadonlyMap<Term, number>,
  index: number,
): number {
  const own = sentences[index]
  if (own === undefined || own.isQuestion) return 0
  const before = sentences.findLastIndex((s, i) => i < index && s.line !== own.line)
  const asked = sentences[before]
  if (!asked?.isQuestion || asked.line.speaker === own.line.speaker) return 0
  return ANSWER_SHARE * sum((said[before] ?? []).map((term) => weights.get(term) ?? 0))
}

function asksFigure(text: string): boolean {
  return ASKS_FIGURE_UNSPACED.test(text) || wordsOf(text).some((word) => ASKS_FIGURE.has(word))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
