import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readJsonLines } from './read-chats.ts'
import type { Evaluation } from './run-look-back.ts'
import { hasTexts, type Scratch } from './scratch.ts'

/* Which documents answer a query: every document is stored as a file of a scratch Earshot, and its own
 * search is queried. */

type Doc = { readonly id: string; readonly title?: string; readonly text: string }
type Asked = { readonly id: string; readonly text: string }

const RANKED = 100
const JUDGED = 10
/** Judgements are in the folder of the queries, if there are any: query, document, how relevant. */
const JUDGEMENTS = 'qrels.tsv'

/** Ranks the documents for each query. */
export async function evaluateSearch(
  paths: { readonly corpus: string; readonly queries: string },
  scratch: Scratch,
  progress: (line: string) => void,
): Promise<Evaluation> {
  const docs = readJsonLines(paths.corpus, isDoc)
  const queries = readJsonLines(paths.queries, isAsked)
  const idOf = new Map<string, string>()
  for (const [i, doc] of docs.entries()) {
    if (i % 50 === 0) progress(`loading document ${i} of ${docs.length}`)
    const path = `${i}.md`
    // A file without a single word cannot be stored, and answers nothing.
    if (`${doc.title ?? ''}${doc.text}`.trim() === '') continue
    idOf.set(path, doc.id)
    await scratch.addFile(path, doc.title ? `# ${doc.title}\n\n${doc.text}` : doc.text)
  }
  await scratch.embed()
  const predictions: Prediction[] = []
  for (const { id, text } of queries) {
    const found = await scratch.findInFiles(text, RANKED)
    predictions.push({ id, ranked: found.flatMap((path) => idOf.get(path) ?? []) })
    if (predictions.length % 25 === 0) progress(`query ${predictions.length} of ${queries.length}`)
  }
  return { predictions, scores: scoresOf(predictions, readJudgements(paths.queries)) }
}

type Prediction = { readonly id: string; readonly ranked: readonly string[] }
/** Query → document → how relevant. */
type Judgements = ReadonlyMap<string, ReadonlyMap<string, number>>

function readJudgements(queriesPath: string): Judgements {
  const path = join(dirname(queriesPath), JUDGEMENTS)
  const judgements = new Map<string, Map<string, number>>()
  if (!existsSync(path)) return judgements
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const [query = '', doc = '', grade = ''] = line.split('\t')
    if (!(Number(grade) > 0)) continue
    const of = judgements.get(query) ?? new Map<string, number>()
    judgements.set(query, of.set(doc, Number(grade)))
  }
  return judgements
}

function scoresOf(predictions: readonly Prediction[], judged: Judgements): Evaluation['scores'] {
  const rated = predictions.flatMap(({ id, ranked }) => {
    const grades = judged.get(id)
    return grades === undefined ? [] : [ndcg(ranked, grades)]
  })
  if (rated.length === 0) return { queries: predictions.length }
  const mean = rated.reduce((sum, value) => sum + value, 0) / rated.length
  return { queries: rated.length, ndcg_at_10: mean }
}

/** Normalised discounted cumulative gain, with the judged grades as gains. */
function ndcg(ranked: readonly string[], grades: ReadonlyMap<string, number>): number {
  const sum = (gains: readonly number[]) =>
    gains.slice(0, JUDGED).reduce((total, gain, i) => total + gain / Math.log2(i + 2), 0)
  const best = sum([...grades.values()].toSorted((a, b) => b - a))
  return best === 0 ? 0 : sum(ranked.map((id) => grades.get(id) ?? 0)) / best
}

function isDoc(value: unknown): value is Doc {
  return hasTexts(value, ['id', 'text'])
}

function isAsked(value: unknown): value is Asked {
  return hasTexts(value, ['id', 'text'])
}
