import type { ChatId, PersonId, SessionId, WorkspaceId } from './ids.ts'
import { audienceScope, type Scope } from './scope.ts'

/* What is remembered belongs to somebody: to a person, of what they said when nobody else read along;
 * or to a group (and one topic of it), of what was said there. It is shown to its owner and to nobody
 * else: what a person said alone never comes up in a group. */

export type MemoryOwner = {
  /** As rows name it. */
  readonly key: string
  readonly chatId: ChatId | null
  readonly personId: PersonId | null
}

/** The memory of one person, all their names on all channels together. */
export function personMemory(personId: PersonId): MemoryOwner {
  return { key: `p${personId}`, chatId: null, personId }
}

/** The memory of a group, or of one topic of it. */
export function groupMemory(chatId: ChatId, topic: string | null): MemoryOwner {
  return { key: topic === null ? `c${chatId}` : `c${chatId}:${topic}`, chatId, personId: null }
}

/** What the owner may see. */
export function memoryScope(workspaceId: WorkspaceId, { chatId, personId }: MemoryOwner): Scope {
  return audienceScope(workspaceId, { chatId, personId, isAlone: chatId === null })
}

/** What a session is about. */
export type ActiveTopic = { readonly slug: string; readonly label: string; readonly score: number }

/** A session's summary, with what is known of when. */
export type SessionSummary = {
  readonly sessionId: SessionId
  readonly text: string
  readonly endedAt: Date
  readonly tags: readonly string[]
}

/** Rolling summaries: of the last weeks, and of all before. */
export type RollingKind = 'recent' | 'history'

const DAY_MS = 86_400_000
const LONGEST_SLUG = 60

/** A tag or topic as it is kept: lower case, words joined by hyphens; empty for what has no words. */
export function slugOf(words: string): string {
  const joined = words
    .normalize('NFKC')
    .toLowerCase()
    // "children's book" is searched by the words "childrens book".
    .replaceAll(/['’ʼ]/g, '')
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '-')
  return wellCut(joined, LONGEST_SLUG).replaceAll(/^-+|-+$/g, '')
}

/** The beginning of a text, not ending in half a character. */
export function wellCut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
}

/** A slug as a person would write it: "thai-food" is "Thai food". */
export function labelOf(slug: string): string {
  const words = slug.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** How much being recent counts: all for four weeks, then less. */
export function recencyBoost(endedAt: Date, now: Date): number {
  const days = (now.getTime() - endedAt.getTime()) / DAY_MS
  if (days <= 28) return 1
  return days <= 180 ? 0.6 : 0.3
}
