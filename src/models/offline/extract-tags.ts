import type { SourceLine } from '../../domain/prompt.ts'
import { isGenericWord, withoutUnspacedGeneric } from '../../text/generic-words.ts'
import { UNSPACED } from '../../text/scripts.ts'
import { isStopWord } from '../../text/stop-words.ts'
import { wordsOf } from '../../text/words.ts'
import { groupStems } from './same-stem.ts'

/* Tags are the words and phrases that recur.
 *
 *   1. Each line is read as runs of subject words: a stop word or a sign ends a run.
 *   2. Words are compared by stem, so that restaurant and restaurants count together.
 *   3. Two stems next to each other in two lines or more hold together; a run is split where they do
 *      not. What remains is a tag: "opening-hours". Chinese and similar scripts come as overlapping
 *      pairs and join the same way: 营业 + 业时 + 时间 is 营业时间.
 *   4. The confidence of a tag grows with the number of its lines.
 *
 * Names of the authors, mentions, URLs and numbers are no subjects. */

type ExtractedTag = { readonly tag: string; readonly conf: number }

const NO_SUBJECT = /@[\p{L}\p{N}_]+|https?:\/\/\S+/gu
const STARTS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u')
const LONGEST_TAG = 4

/** The tags, most certain first. `conf` grows with the lines a tag is in: .5 for one, .75 for three. */
export function extractTags(lines: readonly SourceLine[], maxTags: number): ExtractedTag[] {
  const names = new Set(lines.flatMap(({ speaker }) => wordsOf(speaker)))
  const runs = lines.map(({ text }) => subjectRuns(text, names))
  const stems = groupStems(runs.flat(2))
  const stemmed = runs.map((line) => line.map((run) => run.map((word) => stems.get(word) ?? word)))
  const pairs = countLinesOf(stemmed.map((line) => line.flatMap(pairsOf)))
  const holds = (a: string, b: string) => (pairs.get(`${a} ${b}`) ?? 0) > 1
  const tags = countLinesOf(stemmed.map((line) => line.flatMap((run) => tagsIn(run, holds))))
  // A pair from the middle of a Chinese run that occurs once is as likely half of two words as a word.
  const whole = new Set(stemmed.flat().map(joinWords))
  const isTag = (tag: string, count: number) =>
    count > 1 || !STARTS_UNSPACED.test(tag) || whole.has(tag)
  // The sort is stable, so among equals the tag that occurs first comes first.
  return [...tags]
    .filter(([tag, count]) => isTag(tag, count))
    .sort(([, a], [, b]) => b - a)
    .slice(0, maxTags)
    .map(([tag, count]) => ({ tag, conf: Math.round((100 * count) / (count + 1)) / 100 }))
}

function subjectRuns(text: string, names: ReadonlySet<string>): string[][] {
  const isSubject = (word: string) =>
    word.length > 1 &&
    !isStopWord(word) &&
    !isGenericWord(word) &&
    !names.has(word) &&
    !/^\p{N}+(?:st|nd|rd|th)?$/u.test(word)
  const runs: string[][] = []
  for (const part of withoutUnspacedGeneric(text.replaceAll(NO_SUBJECT, '\n')).split(
    /[^\p{L}\p{N}\p{M}'’ʼ ]+/u,
  )) {
    let run: string[] = []
    for (const word of wordsOf(part)) {
      if (isSubject(word)) run.push(word)
      else run = []
      if (run.length === 1) runs.push(run)
    }
  }
  return runs
}

const pairsOf = (run: readonly string[]) => run.slice(1).map((word, i) => `${run[i]} ${word}`)

/** Splits a run where its words do not hold together, and names what remains. */
function tagsIn(run: readonly string[], holds: (a: string, b: string) => boolean): string[] {
  const phrases: string[][] = []
  for (const word of run) {
    const phrase = phrases.at(-1)
    const last = phrase?.at(-1)
    const joins = last !== undefined && holds(last, word) && (phrase?.length ?? 0) < LONGEST_TAG
    if (joins) phrase?.push(word)
    else phrases.push([word])
  }
  return phrases.map(joinWords)
}

/** Overlapping pairs grow into each other, words are joined by hyphens. */
function joinWords(words: readonly string[]): string {
  return words.reduce((tag, word) => {
    const [first = '', ...rest] = word
    return STARTS_UNSPACED.test(word) && tag.endsWith(first)
      ? tag + rest.join('')
      : `${tag}-${word}`
  })
}

function countLinesOf(lines: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const line of lines) {
    for (const item of new Set(line)) counts.set(item, (counts.get(item) ?? 0) + 1)
  }
  return counts
}
