import { redact } from '../../src/redact/redact.ts'
import type { Table } from '../results.ts'
import { KINDS, type Kind, type Sentence } from './make-sentences.ts'
import { DISGUISES } from './obfuscate.ts'

/* Hidden means hidden: no letter or digit of the value is left, by whatever rule. Right is a find that touches
 * the value of a sentence; anything else it covers is a mistake, and so is every find in a harmless sentence. */

export type Missed = {
  readonly kind: Kind
  readonly disguise: string
  readonly text: string
  readonly left: string
}
export type Score = {
  readonly kind: Kind
  readonly plain: Share
  readonly disguised: Share
  /** Of the finds of this kind, those that touch a value. */
  readonly precision: Share
  /** Of the values that were hidden, those under their own name. */
  readonly named: Share
}
export type Share = { readonly hits: number; readonly of: number }
export type Scores = {
  readonly kinds: readonly Score[]
  readonly disguises: readonly { readonly disguise: string; readonly hidden: Share }[]
  /** Words beside the values and in harmless sentences that were touched. */
  readonly ordinaryWords: Share
  readonly missed: readonly Missed[]
  readonly wrong: readonly { readonly kind: string; readonly text: string }[]
}

type Judged = ReturnType<typeof judge>

/** How well the values of these sentences are hidden, and what else is. */
export function scoreSentences(sentences: readonly Sentence[]): Scores {
  const judged = sentences.map(judge)
  const share = (of: readonly Judged[]) => ({
    hits: of.filter((one) => one.isHidden).length,
    of: of.length,
  })
  const finds = judged.flatMap((one) => one.finds)
  return {
    kinds: KINDS.map((kind) => {
      const own = judged.filter(({ hidden }) => hidden?.kind === kind)
      const of = finds.filter((find) => find.kind === kind)
      const hidden = own.filter((one) => one.isHidden)
      return {
        kind,
        plain: share(own.filter((one) => one.hidden?.disguise === 'plain')),
        disguised: share(own.filter((one) => one.hidden?.disguise !== 'plain')),
        precision: { hits: of.filter(({ isRight }) => isRight).length, of: of.length },
        named: { hits: hidden.filter((one) => one.isNamed).length, of: hidden.length },
      }
    }),
    disguises: DISGUISES.map((disguise) => ({
      disguise,
      hidden: share(judged.filter(({ hidden }) => hidden?.disguise === disguise)),
    })),
    ordinaryWords: {
      hits: judged.reduce((sum, one) => sum + one.touched, 0),
      of: judged.reduce((sum, one) => sum + one.words, 0),
    },
    missed: judged.flatMap((one) => one.missed),
    wrong: finds.filter(({ isRight }) => !isRight).map(({ kind, text }) => ({ kind, text })),
  }
}

function judge({ text, hidden }: Sentence) {
  const { found } = redact(text)
  const isCovered = (place: number) => found.some(({ start, end }) => start <= place && place < end)
  const places = hidden === null ? [] : placesOf(text, hidden.start, hidden.end)
  const left = places.filter((place) => !isCovered(place))
  const isHidden = hidden !== null && left.length === 0
  const outside = wordsOf(text).filter(
    ([start, end]) => hidden === null || end <= hidden.start || start >= hidden.end,
  )
  const touches = (start: number, end: number) =>
    hidden !== null && start < hidden.end && end > hidden.start
  return {
    hidden,
    isHidden,
    isNamed: found.some(({ kind, start, end }) => kind === hidden?.kind && touches(start, end)),
    finds: found.map(({ kind, start, end }) => ({ kind, isRight: touches(start, end), text })),
    words: outside.length,
    touched: outside.filter(([start, end]) => found.some((f) => f.start < end && f.end > start))
      .length,
    missed:
      hidden === null || isHidden
        ? []
        : [
            {
              kind: hidden.kind,
              disguise: hidden.disguise,
              text,
              left: left.map((i) => text[i]).join(''),
            },
          ],
  }
}

/** Where letters and digits of a value are; blanks and brackets tell nobody anything. */
function placesOf(text: string, start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, i) => start + i).filter((i) =>
    /[\p{L}\p{N}]/u.test(text[i] ?? ''),
  )
}

/** Words as people count them. */
export function wordsOf(text: string): [start: number, end: number][] {
  return Array.from(text.matchAll(/\S+/g), ({ 0: word, index }) => [index, index + word.length])
}

/** The table of one set. */
export function scoreTable({ kinds }: Scores): Table {
  return [
    ['', 'n', 'recall, plain', 'recall, disguised', 'precision', 'under its own name'],
    ...kinds.map(({ kind, plain, disguised, precision, named }) => [
      kind,
      String(plain.of + disguised.of),
      ...[plain, disguised, precision, named].map(percent),
    ]),
    [
      'all',
      String(kinds.reduce((sum, one) => sum + one.plain.of + one.disguised.of, 0)),
      ...(['plain', 'disguised', 'precision', 'named'] as const).map((column) =>
        percent(sumOf(kinds.map((one) => one[column]))),
      ),
    ],
  ]
}

/** The table by disguise. */
export function disguiseTable(sets: readonly (readonly [string, Scores])[]): Table {
  return [
    ['', ...sets.map(([name]) => name)],
    ...DISGUISES.map((disguise, i) => [
      disguise,
      ...sets.map(([, { disguises }]) => percent(disguises[i]?.hidden ?? { hits: 0, of: 0 })),
    ]),
  ]
}

/** A share in per cent. */
export function percent({ hits, of }: Share): string {
  return of === 0 ? '–' : `${((hits / of) * 100).toFixed(2)} %`
}

function sumOf(shares: readonly Share[]): Share {
  return {
    hits: shares.reduce((sum, { hits }) => sum + hits, 0),
    of: shares.reduce((sum, share) => sum + share.of, 0),
  }
}
