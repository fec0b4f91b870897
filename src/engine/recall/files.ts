import type { Db } from '../../db/engine/database.ts'
import type { AudienceFilter } from '../../db/files/file-audience.ts'
import { findSimilarChunks, type VectorQuery } from '../../db/search/find-similar.ts'
import {
  countChunks,
  countFileTerms,
  type FileTotals,
  gatherChunks,
  listFoundChunks,
  listSimilarTerms,
} from '../../db/search/search-chunks.ts'
import type { Counted } from '../../db/search/term-hits.ts'
import type { ChunkId } from '../../domain/ids.ts'
import type { Bag, Corpus, RankDocuments, Ranked } from '../../domain/ranking.ts'
import { isGuessable, nearestWord } from '../../text/spelling.ts'
import { isStopWord } from '../../text/stop-words.ts'
import { termsOf } from '../../text/terms.ts'
import type { Found, Source } from './source.ts'

/* Search over files: full text by our own terms, misspelt words by their likely spelling, vectors; merged
 * by the ranking (engine/score/rank-documents.ts). */

const MAX_SIMILAR_CHUNKS = 40
const MAX_FOUND_CHUNKS = 20
/** Each correction costs one query. */
const MAX_CORRECTED = 5

/** Chunks of files visible here that match the question. */
export const filesSource: Source = {
  name: 'files',
  needsVector: true,
  appliesTo: (query) => !query.isBareTag,
  find: async (db, { shown, question, query, vector, steps, onCounted }) => {
    const { terms, must, leansOnConversation } = query
    const { ranked, corpus, meant } = await searchFiles(
      db,
      shown,
      { terms, must, vector, limit: MAX_FOUND_CHUNKS },
      steps.rankDocuments,
    )
    onCounted(corpus)
    const chunks = await listFoundChunks(
      db,
      shown,
      ranked.map(({ candidate }) => candidate.id),
    )
    const corrected = [...meant].map(([wrote, word]) => `${wrote} → ${word}`).join(', ')
    const reason = corrected === '' ? 'keyword match' : `typo corrected: ${corrected}`
    const subject = {
      terms: query.subjectWords.flatMap(termsOf).map((term) => meant.get(term) ?? term),
      corrected: new Set(meant.values()),
      leansOnConversation,
    }
    return ranked.flatMap(({ candidate, score }): Found[] => {
      const chunk = chunks.get(candidate.id)
      if (chunk === undefined) return []
      const mustBeAbout = chunk.isShared && question.chat?.isGroup === true
      if (mustBeAbout && !steps.rankDocuments.isAbout(subject, candidate, corpus)) return []
      const finding = { by: 'files', part: 'search', weight: score, reason } as const
      return [{ piece: { kind: 'chunk', chunk }, finding, alike: candidate.similarity }]
    })
  },
}

type FileSearch = {
  readonly terms: readonly string[]
  /** Phrases a chunk must hold and words it must not, as websearch_to_tsquery reads them; null for none. */
  readonly must: string | null
  readonly vector: VectorQuery | null
  readonly limit: number
}

type FoundChunk = {
  readonly id: ChunkId
  readonly bag: Bag
  readonly similarity: number | null
}

/** The best matching chunks, best first, and which words were corrected. */
export async function searchFiles(
  db: Db,
  shown: AudienceFilter,
  { terms, must, vector, limit }: FileSearch,
  ranking: RankDocuments,
): Promise<{
  readonly ranked: readonly Ranked<FoundChunk>[]
  readonly corpus: Corpus
  readonly meant: ReadonlyMap<string, string>
}> {
  const [{ near, similarity }, totals, written] = await Promise.all([
    findSimilarChunks(db, shown, vector, MAX_SIMILAR_CHUNKS),
    countChunks(db, shown),
    countFileTerms(db, shown, terms),
  ])
  if (totals.chunks === 0) return { ranked: [], corpus: toCorpus(totals, []), meant: new Map() }
  const meant = await correctTerms(db, shown, terms, written)
  const asked = [...new Set(terms.map((term) => meant.get(term) ?? term))].filter(
    // "wich" is a stop word as much as "which".
    (term) => !(isStopWord(term) && !terms.includes(term)),
  )
  const counted = meant.size === 0 ? written : await countFileTerms(db, shown, asked)
  const wanted = { counted, alike: near.map(({ id }) => id), must }
  const strict = await gatherChunks(db, shown, totals, wanted)
  // No chunk satisfies the phrases: better a chunk that matches otherwise than none.
  const hits =
    strict.length > 0 || must === null
      ? strict
      : await gatherChunks(db, shown, totals, { ...wanted, must: null })
  const candidates = hits.map(({ id, length, frequencies }) => ({
    id,
    bag: { length, frequencies },
    similarity: similarity(id),
  }))
  const corpus = toCorpus(totals, counted)
  const marks = ranking.feedbackTermsOf(asked, candidates, corpus)
  const marked = await countFileTerms(db, shown, marks)
  const ranked = ranking
    .rank(asked, candidates, toCorpus(totals, [...counted, ...marked]))
    .filter(({ score }) => score > 0)
  return { ranked: ranked.slice(0, limit), corpus, meant }
}

/** Likely spellings of words that are in no file. */
async function correctTerms(
  db: Db,
  shown: AudienceFilter,
  terms: readonly string[],
  counted: readonly Counted[],
): Promise<Map<string, string>> {
  const known = new Set(counted.map(({ term }) => term))
  const unknown = terms.filter((term) => !known.has(term) && isGuessable(term))
  const meant = new Map<string, string>()
  const guess = async (term: string) => {
    const word = nearestWord(term, await listSimilarTerms(db, shown, term))
    if (word !== null) meant.set(term, word)
  }
  await Promise.all(unknown.slice(0, MAX_CORRECTED).map(guess))
  return meant
}

function toCorpus({ chunks, terms }: FileTotals, counted: readonly Counted[]): Corpus {
  return {
    size: chunks,
    averageLength: chunks === 0 ? 0 : terms / chunks,
    documentFrequencies: new Map(counted.map(({ term, count }) => [term, count])),
  }
}
