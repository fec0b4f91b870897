import { erasePrompts } from '../db/answers/erase-answers.ts'
import type { Db } from '../db/engine/database.ts'
import { dropRemembered, stopWork } from '../db/forgetting/drop-derived.ts'
import { forget } from '../db/forgetting/forget.ts'
import {
  findRememberedSession,
  listSpeakers,
  markCorrected,
  markUnwanted,
  type RememberedSessionRow,
  type TakenSummary,
  takeSummary,
} from '../db/sessions/remembered-sessions.ts'
import { setMemory } from '../db/sessions/session-life.ts'
import { insertSummary, insertTags, type SummaryTag } from '../db/sessions/session-summaries.ts'
import { AppError } from '../domain/errors.ts'
import type { SessionId } from '../domain/ids.ts'
import { type MemoryOwner, personMemory, slugOf } from '../domain/memory.ts'
import { mayActAs, type Principal } from '../domain/principal.ts'
import { workspaceScope } from '../domain/scope.ts'
import { type MemoryDeps, SESSION_CAP } from './deps.ts'
import { findWho } from './resolve-person.ts'

/* Corrects or deletes the summary of one session, on behalf of a person.
 *
 * The summary is replaced, not changed: the new one has its own id, by which upkeep sees that it has no
 * vector yet. Everything derived from the old one (the last weeks, the history, topics) is deleted at once
 * and rebuilt. The planner summarises only sessions without a summary, so a correction stays until a
 * message of the session is edited, deleted or forgotten; then it is deleted with everything else derived
 * from it.
 *
 * Answers made with the old summary stay when it is corrected, as they do when a message is edited, and are
 * erased when it is deleted, as they are when a message is deleted. Prompts, which hold the old text, are
 * erased in either case. */

/** Whose memory: a person's, or that of an owner the engine resolved for the caller. */
export type Whose = { readonly person: string } | { readonly owner: MemoryOwner | null }

export type Correction = {
  /** Null leaves it unchanged. */
  readonly text: string | null
  readonly tags: readonly string[] | null
}

export type Corrected = {
  readonly talk: RememberedSessionRow
  /** True if personal data was removed from the typed text. */
  readonly isRedacted: boolean
}

/** Confidence of a tag that a person typed. */
const CERTAIN = 1

/** Corrects the summary of one session. */
export async function correctSession(
  principal: Principal,
  whose: Whose,
  { sessionId, correction }: { readonly sessionId: SessionId; readonly correction: Correction },
  deps: MemoryDeps,
): Promise<Corrected> {
  const { workspaceId } = principal
  const guessed = await guessedNames(correction, deps)
  const corrected = await deps.database.within(workspaceScope(workspaceId), async (db) => {
    const owner = await findOwnerOf(db, principal, whose, sessionId)
    const { known, taken } = await take(db, principal, owner, sessionId, deps)
    const speakers = deps.settings.hideNames
      ? await listSpeakers(db, workspaceId, sessionId, taken.messageIds)
      : []
    const clean = cleaned(correction, [...speakers, ...guessed], deps)
    const text = clean.text ?? known.text
    await insertSummary(db, workspaceId, owner, {
      ...taken,
      sessionId,
      // The old title may repeat what was wrong.
      title: clean.text === null ? taken.title : null,
      text,
      tokens: deps.countTokens(text),
    })
    await markCorrected(db, workspaceId, sessionId, deps.now())
    await insertTags(db, workspaceId, sessionId, clean.tags ?? known.tags, deps.now())
    // A session that still waited for its tags has them now.
    if (clean.tags !== null) await setMemory(db, workspaceId, sessionId, 'done')
    const talk = await findRememberedSession(db, workspaceId, owner, sessionId)
    if (talk === null) throw unknown(sessionId)
    return { talk, isRedacted: clean.isRedacted }
  })
  deps.dropCaches()
  return corrected
}

/** Deletes the summary of one session, which is never summarised again. */
export async function dropSessionMemory(
  principal: Principal,
  whose: Whose,
  sessionId: SessionId,
  deps: MemoryDeps,
): Promise<void> {
  const { workspaceId } = principal
  await deps.database.within(workspaceScope(workspaceId), async (db) => {
    const owner = await findOwnerOf(db, principal, whose, sessionId)
    await mustBeRemembered(db, principal, owner, sessionId)
    const manner = { answers: 'empty', now: deps.now() } as const
    await forget(db, workspaceId, { sessions: [sessionId] }, manner)
    await erasePrompts(db, workspaceId, owner.chatId)
    await markUnwanted(db, workspaceId, sessionId)
  })
  deps.dropCaches()
}

/** Deletes the summary and everything derived from it, and revokes the leases of workers deriving from it. */
async function take(
  db: Db,
  principal: Principal,
  owner: MemoryOwner,
  sessionId: SessionId,
  { now }: MemoryDeps,
): Promise<{ readonly known: RememberedSessionRow; readonly taken: TakenSummary }> {
  const { workspaceId } = principal
  await mustBeRemembered(db, principal, owner, sessionId)
  await stopWork(db, workspaceId, { sessionIds: [sessionId], owners: [owner] }, now())
  // Read again: it may have changed before the lock was taken.
  const known = await findRememberedSession(db, workspaceId, owner, sessionId)
  const taken = await takeSummary(db, workspaceId, owner, sessionId)
  if (known === null || taken === null) throw unknown(sessionId)
  await dropRemembered(db, workspaceId, [sessionId], now())
  await erasePrompts(db, workspaceId, owner.chatId)
  return { known, taken }
}

/** Checked before any lock: a wrong id must not block others. */
async function mustBeRemembered(
  db: Db,
  { workspaceId }: Principal,
  owner: MemoryOwner,
  sessionId: SessionId,
): Promise<void> {
  const found = await findRememberedSession(db, workspaceId, owner, sessionId)
  if (found === null) throw unknown(sessionId)
}

/** The person's own memory, or any for staff; a member may not change a group's memory. */
async function findOwnerOf(
  db: Db,
  principal: Principal,
  whose: Whose,
  sessionId: SessionId,
): Promise<MemoryOwner> {
  if ('person' in whose) return personMemory((await findWho(db, principal, whose.person)).selfId)
  if (!mayActAs(principal.role, 'staff')) {
    throw new AppError(
      'forbidden',
      'Only staff may change the memory of a group. You can delete your own messages, or have all your data forgotten.',
    )
  }
  if (whose.owner === null) throw unknown(sessionId)
  return whose.owner
}

async function guessedNames({ text, tags }: Correction, { settings, guessNames }: MemoryDeps) {
  if (!settings.hideNames) return []
  return guessNames([text ?? '', ...(tags ?? [])].join('\n'))
}

/** The typed text, redacted like every summary; fails if it is longer than a summary may be. */
function cleaned({ text, tags }: Correction, names: readonly string[], deps: MemoryDeps) {
  const redacted = text === null ? null : deps.redact(text, names)
  const tokens = redacted === null ? 0 : deps.countTokens(redacted)
  if (tokens > SESSION_CAP) {
    throw new AppError(
      'text_too_long',
      `The summary of a session may have at most ${SESSION_CAP} tokens, about ${SESSION_CAP * 4} characters; this one has ${tokens}. Shorten it.`,
    )
  }
  // A tag that needs redaction is dropped whole.
  const kept = tags?.filter((tag) => deps.redact(tag, names) === tag) ?? null
  const isRedacted = redacted !== text || kept?.length !== tags?.length
  return { text: redacted, tags: kept && toTags(kept), isRedacted }
}

function toTags(words: readonly string[]): SummaryTag[] {
  const slugs = new Set(words.map(slugOf).filter((slug) => slug !== ''))
  return [...slugs].map((tag) => ({ tag, confidence: CERTAIN }))
}

function unknown(sessionId: SessionId): AppError {
  return new AppError(
    'session_not_found',
    `No summary of a session "${sessionId.slice(0, 100)}" is stored. GET …/memory lists the stored summaries.`,
  )
}
