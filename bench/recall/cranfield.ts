import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { evaluateSearch } from '../../src/eval/run-search.ts'
import {
  drawTargets,
  type Estimate,
  estimate,
  estimateDifference,
  inPoints,
} from '../lookback/intervals.ts'
import { oneLine } from '../lookback/one-line.ts'
import type { Captioned } from '../results.ts'
import { median } from '../statistics.ts'
import { agree } from './agree.ts'
import { CONTENDERS, timing } from './contenders.ts'

/* Which documents answer a query? */

export const CRANFIELD_FILES = [
  'cranfield/corpus.jsonl.gz',
  'cranfield/queries.jsonl',
  'cranfield/qrels.tsv',
] as const

const DEPTH = 10

type Prediction = { readonly id: string; readonly ranked: readonly string[] }
/** Query → document → how relevant. */
type Judgements = ReadonlyMap<string, ReadonlyMap<string, number>>

export type CranfieldRow = {
  readonly contender: string
  readonly queries: number
  readonly ndcg: Estimate
  /** To ours; null for ours. */
  readonly difference: Estimate | null
  readonly medianMs: number
  /** Of each judged query, in the order of the data. */
  readonly items: string
}

/** Lets every contender search the documents. */
export async function measureCranfield(
  dataDir: string,
  seed: number,
  progress: (line: string) => void,
): Promise<CranfieldRow[]> {
  const [corpus, queries, qrels] = CRANFIELD_FILES.map((file) => join(dataDir, file)) as [
    string,
    string,
    string,
  ]
  const judged = readJudgements(qrels)
  const found = []
  for (const { name, within } of CONTENDERS) {
    const searchMs: number[] = []
    const { predictions, scores } = await within((scratch) =>
      evaluateSearch({ corpus, queries }, timing(scratch, searchMs), (line) =>
        progress(`${name}: ${line}`),
      ),
    )
    const values = (predictions as readonly Prediction[]).flatMap(({ id, ranked }) => {
      const grades = judged.get(id)
      return grades === undefined ? [] : [ndcg(ranked, grades)]
    })
    agree(values, scores[`ndcg_at_${DEPTH}`])
    found.push({ contender: name, values, searchMs })
  }
  const ours = found.at(-1)?.values ?? []
  // Every query is a chat of its own to the draws: they are about different things.
  const draws = drawTargets(
    ours.map((_, i) => String(i)),
    seed,
  )
  return found.map(({ contender, values, searchMs }) => ({
    contender,
    queries: values.length,
    ndcg: estimate(values, draws),
    difference: values === ours ? null : estimateDifference(values, ours, draws),
    medianMs: median(searchMs),
    items: oneLine(values),
  }))
}

function readJudgements(path: string): Judgements {
  const judgements = new Map<string, Map<string, number>>()
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const [query = '', doc = '', grade = ''] = line.split('\t')
    if (!(Number(grade) > 0)) continue
    const of = judgements.get(query) ?? new Map<string, number>()
    judgements.set(query, of.set(doc, Number(grade)))
  }
  return judgements
}

/** Gains as they are judged, the later the less: as a share of the best order there is. */
function ndcg(ranked: readonly string[], grades: ReadonlyMap<string, number>): number {
  const sum = (gains: readonly number[]) =>
    gains.slice(0, DEPTH).reduce((total, gain, i) => total + gain / Math.log2(i + 2), 0)
  const best = sum([...grades.values()].toSorted((a, b) => b - a))
  return best === 0 ? 0 : sum(ranked.map((id) => grades.get(id) ?? 0)) / best
}

/** One row a contender. */
export function cranfieldTable(rows: readonly CranfieldRow[]): Captioned {
  return {
    caption: `Cranfield: documents found, ${rows[0]?.queries ?? 0} queries`,
    table: [
      ['', `nDCG@${DEPTH} [95 %]`, 'to ours [95 %]', 'a search, median'],
      ...rows.map(({ contender, ndcg: quality, difference, medianMs }) => [
        contender,
        inPoints(quality),
        difference === null ? '' : inPoints(difference),
        `${medianMs.toFixed(1)} ms`,
      ]),
    ],
  }
}
