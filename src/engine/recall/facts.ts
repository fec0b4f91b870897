import {
  type FactHit,
  findFactsByTerms,
  listFactHits,
  listFactsByIds,
} from '../../db/facts/find-facts.ts'
import { listPeopleNamed } from '../../db/messages/people.ts'
import { findSimilarFacts } from '../../db/search/find-similar.ts'
import type { Fact } from '../../domain/fact.ts'
import type { FactId } from '../../domain/ids.ts'
import { memoryScope } from '../../domain/memory.ts'
import { type Period, periodIn } from '../../text/period-in.ts'
import { isStopWord } from '../../text/stop-words.ts'
import { queryTermsOf } from '../../text/terms.ts'
import { wordsOf } from '../../text/words.ts'
import type { Found, Source } from './source.ts'

/* Facts that people stated, about whom or what the question names.
 *
 *   weight = 0.5 · similarity + 0.4 · share of the question's words it has + 0.1 if it is pinned
 *            + 0.2 if it held in the period that the question names ("last spring")
 *
 * What no longer holds is found only by a question about the past, and what ended before a named period by none. What
 * began later is found, too: a fact counts from when it was said, unless it says since when it holds. */

const WEIGHTS = { alike: 0.5, words: 0.4, pinned: 0.1, held: 0.2 } as const
const MAX_FOUND_FACTS = 8
const MAX_BY_TERMS = 200
const MAX_SIMILAR_FACTS = 50
/** Of an owner with more facts, words are compared in the most similar ones, and in those about who is named. */
const MAX_READ = 5_000
const MAX_COMPARED = 200
/** Less similar than this, and with fewer words in common, is chance. */
const MIN_SIMILARITY = 0.35
const MIN_SHARE = 0.34

/** Words of questions about what held before, and years. */
const ABOUT_PAST =
  /(?<!\p{L})(?:before|previous(?:ly)?|earlier|used to|former(?:ly)?|back then|in the past|last (?:year|month|spring|summer|autumn|fall|winter)|was|were|did|früher|vorher|damals|bisher|antes|anterior(?:mente)?|раньше|прежде|был[аио]?|раніше|колись|був|була|було|були|avant|autrefois|prima|dawniej|wcześniej|önce|eskiden)(?!\p{L})|(?<!\d)(?:19|20)\d\d(?!\d)|以前|之前|以前に|예전/iu

/** Facts about people and things. */
export const factsSource: Source = {
  name: 'facts',
  needsVector: true,
  // Not isBareTag: "where do I work?" has no word of a subject, and yet asks for a fact.
  appliesTo: ({ text }) => wordsOf(text).some((word) => !isStopWord(word)),
  scope: ({ question: { workspaceId, memory } }) =>
    memory === null ? null : memoryScope(workspaceId, memory),
  find: async (db, { question, query, vector, onMissing }) => {
    const { workspaceId, memory: owner } = question
    if (owner === null) return []
    const terms = queryTermsOf(query.text)
    const seen = { owner: owner.key, personId: owner.personId }
    const compared = await findSimilarFacts(db, { workspaceId, owner }, vector, MAX_COMPARED)
    const { similarity } = compared
    const near = compared.near.slice(0, MAX_SIMILAR_FACTS)
    const among =
      compared.size <= MAX_READ
        ? null
        : {
            ids: compared.near.map(({ id }) => id),
            people: await listPeopleNamed(db, workspaceId, wordsOf(query.text)),
          }
    const byTerms = await findFactsByTerms(db, workspaceId, seen, terms, MAX_BY_TERMS, among)
    const known = new Set<number>(byTerms.map(({ id }) => id))
    const more = near.filter(
      ({ id, similarity: alike }) => alike >= MIN_SIMILARITY && !known.has(id),
    )
    const others = await listFactHits(
      db,
      workspaceId,
      seen,
      more.map(({ id }) => id),
    )
    if (vector !== null) onMissing(byTerms.filter(({ id }) => similarity(id) === null).length)
    const period = periodIn(query.text, question.askedAt)
    const since = period?.from ?? (ABOUT_PAST.test(query.text) ? new Date(0) : question.askedAt)
    const isAsked = ({ validTo }: FactHit) => validTo === null || validTo > since
    const best = [...byTerms, ...others]
      .filter(isAsked)
      .map((hit): WeighedFact => {
        const alike = similarity(hit.id)
        const share = hit.shared / Math.max(1, terms.length)
        return { id: hit.id, alike, share, weight: weigh(hit, alike, share, period) }
      })
      .filter(({ alike, share }) => share >= MIN_SHARE || (alike ?? 0) >= MIN_SIMILARITY)
      .toSorted((a, b) => b.weight - a.weight || b.id - a.id)
      .slice(0, MAX_FOUND_FACTS)
    const ids = best.map(({ id }) => id)
    const facts = await listFactsByIds(db, workspaceId, seen, ids)
    const byId = new Map(facts.map((fact) => [fact.id, fact]))
    return best.flatMap((one) => {
      const fact = byId.get(one.id)
      return fact === undefined ? [] : [toFound(fact, one)]
    })
  },
}

type WeighedFact = {
  readonly id: FactId
  readonly alike: number | null
  readonly share: number
  readonly weight: number
}

function weigh(
  { isPinned, validFrom, validTo }: FactHit,
  alike: number | null,
  share: number,
  period: Period | null,
): number {
  const held =
    period !== null && validFrom < period.until && (validTo === null || validTo > period.from)
  return Math.min(
    1,
    WEIGHTS.alike * Math.max(0, alike ?? 0) +
      WEIGHTS.words * Math.min(1, share) +
      WEIGHTS.pinned * Number(isPinned) +
      WEIGHTS.held * Number(held),
  )
}

function toFound(fact: Fact, { alike, share, weight }: WeighedFact): Found {
  // Without the words themselves: a trace stores no text.
  const reason = share >= MIN_SHARE ? 'stated fact: same words' : 'stated fact: similar'
  return {
    piece: { kind: 'fact', fact },
    finding: { by: 'facts', part: 'search', weight, reason },
    alike,
  }
}
