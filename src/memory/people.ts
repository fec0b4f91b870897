import { createHash, randomInt } from 'node:crypto'
import { erasePrompts } from '../db/answers/erase-answers.ts'
import { bumpVersion } from '../db/engine/data-versions.ts'
import type { Db } from '../db/engine/database.ts'
import { listAnswersWithEntered, listEnteredOfPeople } from '../db/facts/entered-facts.ts'
import { readConversationsAgain } from '../db/facts/fact-lines.ts'
import { deleteFactsOfPeople, moveFactsToAuthors } from '../db/facts/facts.ts'
import { dropDerived, stopWork } from '../db/forgetting/drop-derived.ts'
import { forget } from '../db/forgetting/forget.ts'
import { listAnswersMadeFrom, listChatsOf } from '../db/forgetting/forget-person.ts'
import { lockForgetting } from '../db/forgetting/lock-forgetting.ts'
import {
  hideAuthorMessages,
  listSessionsSpokenIn,
  skipOwnSessions,
} from '../db/messages/author-messages.ts'
import { findPersonById } from '../db/messages/people.ts'
import {
  insertLinkCode,
  joinPeople,
  separatePerson,
  setOptOut,
  takeLinkCode,
} from '../db/messages/people-links.ts'
import { markStale } from '../db/sessions/memory-owners.ts'
import { AppError } from '../domain/errors.ts'
import type { PersonId, WorkspaceId } from '../domain/ids.ts'
import { personMemory } from '../domain/memory.ts'
import { mayActAs, type Principal } from '../domain/principal.ts'
import { workspaceScope } from '../domain/scope.ts'
import type { MemoryDeps } from './deps.ts'
import { findWho } from './resolve-person.ts'

/* What a person decides about their memory: whether there is one, and which of their accounts share it. */

const CODE_LIFE_MS = 600_000
/** Without letters that are easily confused. */
const CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const CODE_LENGTH = 8

/**
 * Opts a person out of memory, or in again. Opting out deletes their own summaries and the vectors of their
 * messages at once; summaries of groups are rebuilt without them. Their messages stay in their chats, where
 * others see a placeholder.
 */
export async function changeOptOut(
  principal: Principal,
  ref: string,
  isOptedOut: boolean,
  deps: MemoryDeps,
): Promise<void> {
  const { workspaceId } = principal
  await deps.database.within(workspaceScope(workspaceId), async (db) => {
    const { names } = await findWho(db, principal, ref)
    if (isOptedOut) return stopRemembering(db, workspaceId, names, deps.now())
    await setOptOut(db, workspaceId, names, false)
    await readConversationsAgain(db, workspaceId, names)
    await invalidateContexts(db, workspaceId, names)
  })
  deps.dropCaches()
}

async function stopRemembering(
  db: Db,
  workspaceId: WorkspaceId,
  names: readonly PersonId[],
  now: Date,
): Promise<void> {
  await setOptOut(db, workspaceId, names, true)
  await invalidateContexts(db, workspaceId, names)
  // Copies of messages that were never stored are erased for good, unlike stored messages, which are hidden.
  // Before the search for answers: none may be stored in between. Entered facts are such copies, too.
  await lockForgetting(db, workspaceId, 'exclusive')
  const entered = await listEnteredOfPeople(db, workspaceId, names)
  const answers = [
    ...(await listAnswersMadeFrom(db, workspaceId, names)),
    ...(await listAnswersWithEntered(db, workspaceId, entered)),
  ]
  await forget(db, workspaceId, { answers }, { answers: 'empty', now })
  await hideAuthorMessages(db, workspaceId, names, now)
  await deleteFactsOfPeople(db, workspaceId, names)
  await erasePrompts(db, workspaceId, null)
  const sessions = await listSessionsSpokenIn(db, workspaceId, names)
  await forget(db, workspaceId, { sessions }, { answers: 'keep', now })
  // Never summarised, even if they opt in again before the planner has run.
  await skipOwnSessions(db, workspaceId, names, sessions)
}

/** Invalidates contexts cached by this or another process. */
async function invalidateContexts(db: Db, workspaceId: WorkspaceId, names: readonly PersonId[]) {
  for (const chatId of await listChatsOf(db, workspaceId, names)) {
    await bumpVersion(db, workspaceId, { chatId, personId: null })
  }
}

/** A code that proves, when sent from another account within ten minutes, that both are one person. */
export async function createLinkCode(
  principal: Principal,
  ref: string,
  deps: MemoryDeps,
): Promise<{ readonly code: string; readonly expiresAt: Date }> {
  const { workspaceId } = principal
  const code = Array.from(
    { length: CODE_LENGTH },
    () => CODE_LETTERS[randomInt(CODE_LETTERS.length)],
  ).join('')
  const expiresAt = new Date(deps.now().getTime() + CODE_LIFE_MS)
  await deps.database.within(workspaceScope(workspaceId), async (db) => {
    const { selfId } = await findWho(db, principal, ref)
    const kept = { hash: hashOf(code), personId: selfId, expiresAt }
    await insertLinkCode(db, workspaceId, kept, deps.now())
  })
  return { code, expiresAt }
}

/** Links two accounts as one person: by a code from the other, or by staff. Never by similarity. */
export async function linkPeople(
  principal: Principal,
  ref: string,
  by: { readonly code: string } | { readonly person: string },
  deps: MemoryDeps,
): Promise<void> {
  const { workspaceId } = principal
  const { database, now } = deps
  await database.within(workspaceScope(workspaceId), async (db) => {
    const who = await findWho(db, principal, ref)
    const other = 'code' in by ? await byCode(by.code) : await byStaff(by.person)
    if (who.names.includes(other.selfId)) return
    // Revokes leases of both: their owner changes from now on.
    const owners = [who, other].map(({ selfId }) => personMemory(selfId))
    const names = [...who.names, ...other.names]
    const sessionIds = await listSessionsSpokenIn(db, workspaceId, names)
    await stopWork(db, workspaceId, { sessionIds, owners }, now())
    await joinPeople(db, workspaceId, other.selfId, who.selfId)
    // One person has one choice: an opt-out of either account holds for both.
    if (who.isOptedOut || other.isOptedOut) {
      return stopRemembering(db, workspaceId, [...who.names, ...other.names], now())
    }
    await markStale(db, workspaceId, personMemory(other.selfId), now())

    async function byCode(code: string) {
      const hash = hashOf(code.replaceAll(/[\s-]/g, '').toUpperCase())
      const personId = await takeLinkCode(db, workspaceId, hash, now())
      const owner = personId && (await findPersonById(db, workspaceId, personId))
      if (!owner) throw invalidCode()
      return findWho(db, { ...principal, role: 'staff' }, String(owner.id))
    }

    async function byStaff(person: string) {
      if (!mayActAs(principal.role, 'staff')) throw staffOnly()
      return findWho(db, principal, person)
    }
  })
  deps.dropCaches()
}

/** Makes an account a person of its own again; both memories are rebuilt, each from its own sessions. */
export async function unlinkPerson(
  principal: Principal,
  ref: string,
  deps: MemoryDeps,
): Promise<void> {
  const { workspaceId } = principal
  if (!mayActAs(principal.role, 'staff')) throw staffOnly()
  await deps.database.within(workspaceScope(workspaceId), async (db) => {
    const who = await findWho(db, principal, ref)
    const sessions = await listSessionsSpokenIn(db, workspaceId, who.names)
    await dropDerived(db, workspaceId, sessions, deps.now())
    await separatePerson(db, workspaceId, who.id)
    await moveFactsToAuthors(db, workspaceId, who.names)
  })
  deps.dropCaches()
}

function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('hex')
}

function invalidCode(): AppError {
  return new AppError(
    'link_code_invalid',
    'This code is invalid or expired: codes work once, for ten minutes. Request a new one with your other account.',
  )
}

function staffOnly(): AppError {
  return new AppError(
    'forbidden',
    'This needs a staff key. With a member key, use a one-time code.',
  )
}
