import { erasePrompts } from '../../db/answers/erase-answers.ts'
import { bumpVersion } from '../../db/engine/data-versions.ts'
import type { Db } from '../../db/engine/database.ts'
import { type ChangedBy, changeFact, eraseFact } from '../../db/facts/change-facts.ts'
import { listAnswersShowing } from '../../db/facts/entered-facts.ts'
import { insertFacts } from '../../db/facts/facts.ts'
import { findFact, listFactHistory, listFacts } from '../../db/facts/find-facts.ts'
import { forget } from '../../db/forgetting/forget.ts'
import { lockForgetting } from '../../db/forgetting/lock-forgetting.ts'
import { type ChatRow, findChat } from '../../db/messages/chats.ts'
import { parseThreadId } from '../../domain/chat.ts'
import { AppError } from '../../domain/errors.ts'
import type { Fact, FactAttribute, FactStatus } from '../../domain/fact.ts'
import type { FactId, PersonId, WorkspaceId } from '../../domain/ids.ts'
import { mayActAs, type Principal } from '../../domain/principal.ts'
import { workspaceScope } from '../../domain/scope.ts'
import { queryTermsOf } from '../../text/terms.ts'
import type { MemoryDeps } from '../deps.ts'
import { findWho } from '../resolve-person.ts'
import { identityOf } from './fact-identity.ts'

/* Facts as people see and correct them. A member sees and changes what is about them or was said by them. */

export type FactSearch = {
  /** Null: of all people, for staff; of themselves, for a member. */
  readonly person: string | null
  readonly threadId: string | null
  readonly text: string
  readonly attribute: FactAttribute | null
  readonly statuses: readonly FactStatus[]
  readonly at: Date | null
  readonly limit: number
  readonly offset: number
}

/** What people can do with facts. */
export type Facts = {
  search(principal: Principal, search: FactSearch): ReturnType<typeof searchFacts>
  history(principal: Principal, id: FactId): Promise<readonly Fact[]>
  edit(principal: Principal, id: FactId, edit: FactEdit): Promise<Fact>
  drop(principal: Principal, id: FactId): Promise<void>
}

/** Binds the functions to their dependencies. */
export function createFacts(deps: MemoryDeps): Facts {
  return {
    search: (principal, search) => searchFacts(principal, search, deps),
    history: (principal, id) => seeFactHistory(principal, id, deps),
    edit: (principal, id, edit) => editFact(principal, id, edit, deps),
    drop: (principal, id) => dropFact(principal, id, deps),
  }
}

/** The facts that match, and how many there are. */
async function searchFacts(
  principal: Principal,
  search: FactSearch,
  { database }: MemoryDeps,
): Promise<{ readonly facts: readonly Fact[]; readonly total: number }> {
  const { workspaceId } = principal
  return database.within(workspaceScope(workspaceId), async (db) => {
    const isStaff = mayActAs(principal.role, 'staff')
    const person = search.person ?? (isStaff ? null : 'me')
    const people = person === null ? null : (await findWho(db, principal, person)).names
    const chatId =
      search.threadId === null ? null : (await knownChat(db, workspaceId, search.threadId)).id
    const { attribute, statuses, at, limit, offset } = search
    const terms = search.text.trim() === '' ? [] : queryTermsOf(search.text)
    const query = { people, chatId, statuses, terms, attribute, at, limit, offset }
    return listFacts(db, workspaceId, query)
  })
}

/** What held before and after, of the same subject and attribute. */
async function seeFactHistory(
  principal: Principal,
  id: FactId,
  { database }: MemoryDeps,
): Promise<readonly Fact[]> {
  const { workspaceId } = principal
  return database.within(workspaceScope(workspaceId), async (db) => {
    await findOwn(db, principal, id)
    return listFactHistory(db, workspaceId, id)
  })
}

/** Changes that a person makes; null keeps a field. */
export type FactEdit = {
  readonly text: string | null
  readonly status: 'active' | 'rejected' | null
  readonly isPinned: boolean | null
}

/**
 * Confirms, rejects, pins or corrects a fact. A correction is a statement of its own that takes the place of the old
 * one, on the same messages; it stays when they are read again.
 */
export async function editFact(
  principal: Principal,
  id: FactId,
  edit: FactEdit,
  deps: MemoryDeps,
): Promise<Fact> {
  const { workspaceId } = principal
  const fact = await deps.database.within(workspaceScope(workspaceId), async (db) => {
    const old = await findOwn(db, principal, id)
    if (edit.status === 'active' || edit.text !== null) await checkMayConfirm(db, principal, old)
    const change = changeOf(principal, deps)
    const isCorrected = edit.text !== null && edit.text !== old.text
    if (isCorrected) {
      if (old.status === 'corrected') throw correctedAlready(id)
      // With what repeats it, and first: once the correction is on the time line, nothing repeats the old one.
      await changeFact(db, workspaceId, id, { status: 'corrected', isPinned: false }, change)
    }
    const newId = isCorrected ? await correct(db, workspaceId, old, edit.text ?? '', deps) : id
    const { status, isPinned } = edit
    await changeFact(db, workspaceId, newId, { status, isPinned }, change)
    await dropContexts(db, workspaceId, old)
    return findFact(db, workspaceId, newId)
  })
  deps.dropCaches()
  if (fact === null) throw unknownFact(id)
  return fact
}

/**
 * Erases a fact for good; the messages it was read from stay. Answers that repeat an entered one are emptied: the fact was
 * all that was stored of it.
 */
export async function dropFact(principal: Principal, id: FactId, deps: MemoryDeps): Promise<void> {
  const { workspaceId } = principal
  await deps.database.within(workspaceScope(workspaceId), async (db) => {
    await lockForgetting(db, workspaceId, 'exclusive')
    const fact = await findOwn(db, principal, id)
    if (fact.messageIds.length === 0) {
      const answers = await listAnswersShowing(db, workspaceId, [id])
      await forget(db, workspaceId, { answers }, { answers: 'empty', now: deps.now() })
    }
    await eraseFact(db, workspaceId, id, changeOf(principal, deps))
    await dropContexts(db, workspaceId, fact)
  })
  deps.dropCaches()
}

async function correct(
  db: Db,
  workspaceId: WorkspaceId,
  old: Fact,
  typed: string,
  deps: MemoryDeps,
): Promise<FactId> {
  const text = deps.redact(typed, [])
  const corrected = { ...old, text, value: text }
  const [id] = await insertFacts(
    db,
    workspaceId,
    ownerOf(old),
    [{ ...corrected, identity: identityOf(corrected), modelId: 'person', status: 'active' }],
    deps.now(),
  )
  if (id === undefined) {
    throw new AppError('invalid_request', 'This fact was corrected to the same text before.')
  }
  return id
}

function correctedAlready(id: FactId): AppError {
  return new AppError(
    'invalid_request',
    `Fact "${id}" was corrected before, and counts no more. Correct the one that took its place: GET /api/facts/${id}/history.`,
  )
}

function ownerOf({ owner, chatId, personId }: Fact) {
  return { key: owner, chatId, personId }
}

/** A prompt or a cached context may hold the fact. */
async function dropContexts(db: Db, workspaceId: WorkspaceId, { chatId, personId }: Fact) {
  await erasePrompts(db, workspaceId, chatId)
  await bumpVersion(db, workspaceId, { chatId, personId })
}

function changeOf({ personId, role }: Principal, { now }: MemoryDeps): ChangedBy {
  return { by: personId === null ? role : `person ${personId}`, at: now() }
}

/** The fact, if the caller may see and change it. */
async function findOwn(db: Db, principal: Principal, id: FactId): Promise<Fact> {
  const fact = await findFact(db, principal.workspaceId, id)
  if (fact === null || (fact.text === '' && fact.status === 'rejected')) throw unknownFact(id)
  if (mayActAs(principal.role, 'staff')) return fact
  const { names } = await findWho(db, principal, 'me')
  if (![subjectOf(fact), fact.saidBy].some((person) => person !== null && names.includes(person))) {
    throw unknownFact(id)
  }
  return fact
}

/** A proposed fact is confirmed by staff or by the person it is about, not by another person who stated it. */
async function checkMayConfirm(db: Db, principal: Principal, fact: Fact): Promise<void> {
  if (fact.status !== 'proposed' || mayActAs(principal.role, 'staff')) return
  const { names } = await findWho(db, principal, 'me')
  const subject = subjectOf(fact)
  if (subject !== null && names.includes(subject)) return
  throw new AppError('forbidden', 'Only staff, or whom it is about, may confirm this fact.')
}

function subjectOf({ about }: Fact): PersonId | null {
  if (about.kind === 'group') return null
  return about.kind === 'person' ? about.personId : about.of
}

/** A chat that is known, by channel:chat or channel:chat:topic. */
export async function knownChat(
  db: Db,
  workspaceId: WorkspaceId,
  threadId: string,
): Promise<ChatRow> {
  const chat = await findChat(db, workspaceId, parseThreadId(threadId))
  if (chat === null) {
    throw new AppError(
      'chat_not_found',
      `No chat "${threadId.slice(0, 100)}" is known. GET /api/chats lists them.`,
    )
  }
  return chat
}

/** The error for a fact that is not there, or not the caller's to see. */
export function unknownFact(id: FactId): AppError {
  return new AppError(
    'fact_not_found',
    `No fact "${id}" is known to you. GET /api/facts lists them.`,
  )
}
