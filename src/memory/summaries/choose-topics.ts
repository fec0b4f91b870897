import { type ActiveTopic, labelOf, recencyBoost } from '../../domain/memory.ts'
import { stem } from '../../text/stem.ts'
import type { TopicSettings } from '../deps.ts'
import type { ReadTopic } from './read-reply.ts'

/* What is this session about?
 *
 *   final = 0.6 · the model's score + 0.25 · overlap with the owner's tags + 0.15 · recency
 *
 * A topic is accepted at a final score of .70. Another replaces it only if it is .15 better, both final scores
 * of the same inference: with a stored score a topic could stay for ever. A topic that is merely not mentioned
 * for a while stays. */

const WEIGHTS = { model: 0.6, overlap: 0.25, recency: 0.15 } as const
/** Scores no further apart than this are equal. */
const EQUAL = 0.02

export type Known = { readonly tag: string; readonly lastAt: Date }
export type Synonyms = ReadonlyMap<string, string>

export type ScoredTopic = ActiveTopic & {
  readonly parts: { readonly model: number; readonly overlap: number; readonly recency: number }
}

/** A model's candidates with their final scores, best first; one per topic, under its canonical slug. */
export function scoreTopics(
  candidates: readonly ReadTopic[],
  known: readonly Known[],
  synonyms: Synonyms,
  now: Date,
): ScoredTopic[] {
  const best = new Map<string, ScoredTopic>()
  for (const candidate of candidates) {
    const slug = nameOf(candidate.slug, known, synonyms)
    const parts = {
      model: candidate.score,
      overlap: overlapOf(slug, known),
      recency: recencyOf(slug, known, synonyms, now),
    }
    const score = round(
      WEIGHTS.model * parts.model +
        WEIGHTS.overlap * parts.overlap +
        WEIGHTS.recency * parts.recency,
    )
    const label = slug === candidate.slug && candidate.label ? candidate.label : labelOf(slug)
    if (score > (best.get(slug)?.score ?? -1)) best.set(slug, { slug, label, score, parts })
  }
  return [...best.values()].toSorted((a, b) => b.score - a.score || (a.slug < b.slug ? -1 : 1))
}

/** The session's topics from now on: as before, or another topic, or two of equal score. */
export function chooseTopics(
  scored: readonly ScoredTopic[],
  active: readonly ActiveTopic[],
  { adoptAt, betterBy }: Pick<TopicSettings, 'adoptAt' | 'betterBy'>,
): readonly ActiveTopic[] {
  const [best, second] = scored
  if (best === undefined || best.score < adoptAt) return active
  const isSame = (a: string, b: string) => stemsOf(a) === stemsOf(b)
  const scoreNow = ({ slug }: ActiveTopic) => scored.find((s) => isSame(s.slug, slug))?.score ?? 0
  const held = Math.max(0, ...active.map(scoreNow))
  const isHeld = active.some(({ slug }) => isSame(slug, best.slug))
  // Rounded: in floating point .85 − .70 is a little less than .15.
  if (active.length > 0 && (isHeld || round(best.score - held) < betterBy)) {
    return active.map((topic) => ({ ...topic, score: scoreNow(topic) }))
  }
  const isEqual =
    second !== undefined && second.score >= adoptAt && round(best.score - second.score) <= EQUAL
  return (isEqual && isDistinct(best.slug, second.slug) ? [best, second] : [best]).map(asActive)
}

/** All tags that mean this topic: the same words in another form, and its synonyms. */
export function tagsMeaning(
  slug: string,
  known: readonly Known[],
  synonyms: Synonyms,
): readonly string[] {
  const own = [slug, ...[...synonyms].flatMap(([alias, of]) => (of === slug ? [alias] : []))]
  const forms = new Set(own.map(stemsOf))
  const tags = known.flatMap(({ tag }) => (forms.has(stemsOf(tag)) ? [tag] : []))
  return [...new Set([...own, ...tags])]
}

function asActive({ slug, label, score }: ScoredTopic): ActiveTopic {
  return { slug, label, score }
}

/** The canonical slug: by the synonyms, else the owner's tag that differs only in form. */
function nameOf(slug: string, known: readonly Known[], synonyms: Synonyms): string {
  const form = stemsOf(slug)
  const named = synonyms.get(slug) ?? [...synonyms].find(([alias]) => stemsOf(alias) === form)?.[1]
  if (named !== undefined) return named
  if (known.some(({ tag }) => tag === slug)) return slug
  return known.find(({ tag }) => stemsOf(tag) === form)?.tag ?? slug
}

/** The share of its words that are among the owner's tags. */
function overlapOf(slug: string, known: readonly Known[]): number {
  const words = stemsOf(slug).split('-')
  const said = new Set(known.flatMap(({ tag }) => stemsOf(tag).split('-')))
  return words.filter((word) => said.has(word)).length / words.length
}

function recencyOf(slug: string, known: readonly Known[], synonyms: Synonyms, now: Date): number {
  const tags = new Set(tagsMeaning(slug, known, synonyms))
  const times = known.flatMap(({ tag, lastAt }) => (tags.has(tag) ? [lastAt.getTime()] : []))
  return times.length === 0 ? 0 : recencyBoost(new Date(Math.max(...times)), now)
}

function isDistinct(a: string, b: string): boolean {
  const words = new Set(stemsOf(a).split('-'))
  return !stemsOf(b)
    .split('-')
    .some((word) => words.has(word))
}

function stemsOf(slug: string): string {
  return slug.split('-').map(stem).join('-')
}

function round(score: number): number {
  return Math.round(score * 1_000) / 1_000
}
