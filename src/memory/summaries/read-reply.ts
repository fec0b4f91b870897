import { z } from 'zod'
import { slugOf, wellCut } from '../../domain/memory.ts'
import { readJson } from '../../models/read-json.ts'

/* Parses replies of models strictly: a reply of another form is null, and is requested again. */

const BULLET = /^\s*(?:[-*•–]|\d{1,2}[.)])\s+(\S.*)$/
const LONGEST_BULLET = 400

/**
 * The bullets of a reply, cleaned, as many as fit; null where there are none. Text around them ("Here is
 * the summary:") is dropped.
 */
export function readSummaryText(
  reply: string,
  { maxBullets, maxTokens }: { readonly maxBullets: number; readonly maxTokens: number },
  countTokens: (text: string) => number,
): string | null {
  const bullets = reply
    .split(/\r?\n/)
    .flatMap((line) => BULLET.exec(line)?.[1] ?? [])
    .map((text) => `- ${text.trim().slice(0, LONGEST_BULLET).toWellFormed()}`)
  return fitSummaryText([...new Set(bullets)].slice(0, maxBullets), maxTokens, countTokens)
}

/** As many bullets, from the first, as fit; null for none. */
export function fitSummaryText(
  bullets: readonly string[],
  maxTokens: number,
  countTokens: (text: string) => number,
): string | null {
  let fitting = bullets
  while (fitting.length > 0 && countTokens(fitting.join('\n')) > maxTokens) {
    fitting = fitting.slice(0, -1)
  }
  return fitting.length === 0 ? null : fitting.join('\n')
}

const Tags = z.object({
  tags: z.array(z.object({ tag: z.string(), conf: z.number().catch(0.8) })),
})
const MAX_TAGS = 10

export type ReadTag = { readonly tag: string; readonly confidence: number }

/** Bullets before it may hold braces too. */
const TAGS_START = /\{\s*"tags"\s*:(?![\s\S]*\{\s*"tags"\s*:)/

/** The tags of a reply, at most ten, each once; none where it has no JSON with tags. */
export function readSummaryTags(reply: string): ReadTag[] {
  const tags = new Map<string, number>()
  const start = Math.max(0, reply.search(TAGS_START))
  for (const { tag, conf } of readJson(Tags, reply.slice(start))?.tags ?? []) {
    const slug = slugOf(tag)
    if (slug !== '' && !tags.has(slug)) tags.set(slug, unit(conf))
  }
  return [...tags].map(([tag, confidence]) => ({ tag, confidence })).slice(0, MAX_TAGS)
}

const Title = z.object({ title: z.string() })

/** The title after the tags of a reply; null where there is none. */
export function readTitle(reply: string): string | null {
  const start = reply.search(TAGS_START)
  if (start < 0) return null
  const title = readJson(Title, reply.slice(start))?.title.replaceAll(/\s+/g, ' ').trim()
  return title === undefined || title === '' ? null : title.toWellFormed()
}

const Candidates = z.object({
  candidates: z.array(
    z.object({ slug: z.string(), label: z.string().catch(''), score: z.number() }),
  ),
})

export type ReadTopic = { readonly slug: string; readonly label: string; readonly score: number }

/** The topics of a reply, best first; null for a reply of another form. An empty list is valid. */
export function readTopics(reply: string, maxCandidates: number): ReadTopic[] | null {
  const read = readJson(Candidates, reply)
  if (read === null) return null
  const topics = new Map<string, ReadTopic>()
  for (const { slug: named, label, score } of read.candidates) {
    const slug = slugOf(named)
    if (slug === '' || topics.has(slug)) continue
    topics.set(slug, { slug, label: wellCut(label.trim(), 60), score: unit(score) })
  }
  return [...topics.values()].toSorted((a, b) => b.score - a.score).slice(0, maxCandidates)
}

function unit(value: number): number {
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0
}
