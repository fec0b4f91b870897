import type { ChatId, PersonId, SessionId, WorkspaceId } from './ids.ts'
import { audienceScope, type Scope } from './scope.ts'

/* Memory belongs to an owner: to a person, made of their private messages; or to a group (and one thread of it),
 * made of the messages there. It is shown to its owner only: a person's private messages never appear in a group. */

export type MemoryOwner = {
  /** Its key in rows. */
  readonly key: string
  readonly chatId: ChatId | null
  readonly personId: PersonId | null
}

/** The memory of one person, shared by all their names on all channels. */
export function personMemory(personId: PersonId): MemoryOwner {
  return { key: `p${personId}`, chatId: null, personId }
}

/** The memory of a group, or of one thread of it. */
export function groupMemory(chatId: ChatId, topic: string | null): MemoryOwner {
  return { key: topic === null ? `c${chatId}` : `c${chatId}:${topic}`, chatId, personId: null }
}

/** The scope of the owner. */
export function memoryScope(workspaceId: WorkspaceId, { chatId, personId }: MemoryOwner): Scope {
  return audienceScope(workspaceId, { chatId, personId, isAlone: chatId === null })
}

/** A topic of a session. */
export type ActiveTopic = { readonly slug: string; readonly label: string; readonly score: number }

/** A session's summary, with its times. */
export type SessionSummary = {
  readonly sessionId: SessionId
  readonly text: string
  readonly endedAt: Date
  readonly tags: readonly string[]
}

/** The kinds of memory jobs that may call a language model. */
export const PAID_JOB_KINDS = ['summarise', 'facts', 'topic', 'refresh'] as const
export type PaidJobKind = (typeof PAID_JOB_KINDS)[number]

/** What memory spends on models, and when it may not. */
export type SpendEvent =
  | {
      readonly name: 'memory.paid'
      readonly workspaceId: WorkspaceId
      readonly job: PaidJobKind
      readonly model: string
      readonly tokens: number
      readonly costUsd: number
    }
  | {
      /** A job does without a model, since a daily limit is reached. */
      readonly name: 'memory.limited'
      readonly workspaceId: WorkspaceId
      readonly job: PaidJobKind
      readonly limit: 'memory' | 'workspace'
      readonly until: string
    }

/** Rolling summaries: of the last weeks, and of all before. */
export type RollingKind = 'recent' | 'history'

const DAY_MS = 86_400_000
const LONGEST_SLUG = 60

/** A tag or topic as stored: lower case, words joined by hyphens; empty for a text without words. */
export function slugOf(words: string): string {
  const joined = words
    .normalize('NFKC')
    .toLowerCase()
    // "children's book" is searched by the words "childrens book".
    .replaceAll(/['’ʼ]/g, '')
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '-')
  return wellCut(joined, LONGEST_SLUG).replaceAll(/^-+|-+$/g, '')
}

/** The beginning of a text, not cut inside a surrogate pair. */
export function wellCut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
}

/** A slug as a person would write it: "thai-food" is "Thai food". */
export function labelOf(slug: string): string {
  const words = slug.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The weight of recency: full for four weeks, then less. */
export function recencyBoost(endedAt: Date, now: Date): number {
  const days = (now.getTime() - endedAt.getTime()) / DAY_MS
  if (days <= 28) return 1
  return days <= 180 ? 0.6 : 0.3
}

/** Maximum tokens of each kind of summary: when it is made, and in its slot of the prompt. */
export type SummaryCaps = {
  readonly recent: number
  readonly history: number
  readonly topic: number
}

export const DEFAULT_SUMMARY_CAPS: SummaryCaps = { recent: 800, history: 1_200, topic: 800 }
