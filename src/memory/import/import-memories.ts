import { bumpVersion } from '../../db/engine/data-versions.ts'
import type { Db } from '../../db/engine/database.ts'
import { changeFact } from '../../db/facts/change-facts.ts'
import { countEntered, findStated, listEntered } from '../../db/facts/entered-facts.ts'
import { insertFacts, type NewFact } from '../../db/facts/facts.ts'
import { lockForgetting } from '../../db/forgetting/lock-forgetting.ts'
import { lockChatRow } from '../../db/messages/chats.ts'
import { findIdentity } from '../../db/messages/people.ts'
import { AppError } from '../../domain/errors.ts'
import type { PersonId, WorkspaceId } from '../../domain/ids.ts'
import type { MemoryOwner } from '../../domain/memory.ts'
import { checkStaff, type Principal } from '../../domain/principal.ts'
import { workspaceScope } from '../../domain/scope.ts'
import { subjectKeyOf } from '../../text/facts/compare-facts.ts'
import type { MemoryDeps } from '../deps.ts'
import { identityOf } from '../facts/fact-identity.ts'
import { assignMemories, type OwnedMemory } from './assign-memories.ts'
import type { ImportedMemory, MemoryFormat, MemorySkipReason } from './imported-memory.ts'
import { readMemories } from './read-memories.ts'
import { stateMemory } from './state-memory.ts'

/** A file of memories, and whom it is for. */
export type MemoryImport = {
  readonly text: string
  /** The person they belong to; null: whom each names. */
  readonly person: string | null
  /** The chat they belong to; null: the private memory of their person. */
  readonly threadId: string | null
  /** Reports, and stores nothing. */
  readonly isDry: boolean
}

export type MemoryReport = {
  readonly format: MemoryFormat
  readonly added: number
  /** Were there already. */
  readonly known: number
  /** By reason, the places in the file. */
  readonly skipped: ReadonlyMap<MemorySkipReason, readonly number[]>
}

/** As for the tool that remembers: a longer text is a story. */
const MAX_TEXT = 1_000
/** Entered facts of one person, of all imports together. */
const MAX_OF_PERSON = 2_000
/** All statements about a subject are arranged again after each batch, so that small ones would take longer. */
const BATCH = 1_000

/**
 * Stores the memories of a file as entered facts, in batches. Idempotent: what is there already is known, and what a person
 * deleted here does not come back.
 */
export async function importMemories(
  principal: Principal,
  wanted: MemoryImport,
  deps: MemoryDeps,
): Promise<MemoryReport> {
  checkStaff(principal, 'Only staff may import memories.')
  const { workspaceId } = principal
  if (!deps.settings.remembers(workspaceId)) {
    throw new AppError(
      'invalid_request',
      'Nothing is remembered in this workspace (EARSHOT_MEMORY_OFF), so that no memory can be imported.',
    )
  }
  const file = readMemories(wanted.text)
  const report: Counts = { added: 0, known: 0, skipped: new Map(), seen: new Set() }
  for (const position of file.unreadable) skip(report, 'unreadable', position)
  const isShort = ({ text }: ImportedMemory) => text.length <= MAX_TEXT
  for (const { position } of file.memories.filter((one) => !isShort(one))) {
    skip(report, 'too_long', position)
  }
  const assigned = await deps.database.within(workspaceScope(workspaceId), (db) =>
    assignMemories(db, principal, file.memories.filter(isShort), wanted, deps),
  )
  for (const { position, reason } of assigned.skipped) skip(report, reason, position)
  for (const { owner, memories } of assigned.owners) {
    for (let at = 0; at < memories.length; at += BATCH) {
      const batch = memories.slice(at, at + BATCH)
      await deps.database.within(workspaceScope(workspaceId), (db) =>
        storeBatch(db, { workspaceId, owner, batch, isDry: wanted.isDry }, report, deps),
      )
    }
  }
  if (report.added > 0 && !wanted.isDry) {
    deps.dropCaches()
    await deps.checkpoint()
  }
  const { added, known, skipped } = report
  return { format: file.format, added, known, skipped }
}

type Counts = {
  added: number
  known: number
  readonly skipped: Map<MemorySkipReason, number[]>
  /** Identities of this file: the same entry twice is added once, in a dry run too. */
  readonly seen: Set<string>
}

function skip({ skipped }: Counts, reason: MemorySkipReason, position: number): void {
  skipped.set(reason, [...(skipped.get(reason) ?? []), position])
}

type Batch = {
  readonly workspaceId: WorkspaceId
  readonly owner: MemoryOwner
  readonly batch: readonly OwnedMemory[]
  readonly isDry: boolean
}

type Prepared = OwnedMemory & { readonly facts: readonly NewFact[]; readonly isDated: boolean }

async function storeBatch(
  db: Db,
  { workspaceId, owner, batch, isDry }: Batch,
  report: Counts,
  deps: MemoryDeps,
): Promise<void> {
  if (owner.chatId !== null) await lockChatRow(db, workspaceId, owner.chatId)
  await lockForgetting(db, workspaceId, 'shared')
  const allowed = await stillAllowed(db, workspaceId, batch, report)
  const prepared = await Promise.all(allowed.map((one) => prepare(db, workspaceId, one, deps)))
  const { missing, counts } = await withoutKnown(db, { workspaceId, owner, prepared }, report)
  const added: Prepared[] = []
  for (const one of missing) {
    const { id } = one.saidBy
    const count = counts.get(id) ?? (await countEntered(db, workspaceId, id))
    if (count >= MAX_OF_PERSON) skip(report, 'over_limit', one.memory.position)
    else added.push(one)
    counts.set(id, count + (count >= MAX_OF_PERSON ? 0 : one.facts.length))
  }
  report.added += added.length
  if (isDry || added.length === 0) return
  const facts = added.flatMap((one) => one.facts)
  await insertFacts(db, workspaceId, owner, facts, deps.now())
  await applyMarks(db, { workspaceId, owner, added }, deps.now())
  await bumpVersion(db, workspaceId, owner)
}

/** Who opted out since the file was assigned must not be written about. */
async function stillAllowed(
  db: Db,
  workspaceId: WorkspaceId,
  batch: readonly OwnedMemory[],
  report: Counts,
): Promise<OwnedMemory[]> {
  const allowed = new Set<PersonId>()
  for (const id of new Set(batch.map(({ saidBy }) => saidBy.id))) {
    const identity = await findIdentity(db, workspaceId, id)
    if (identity !== null && !identity.isOptedOut) allowed.add(id)
  }
  for (const { saidBy, memory } of batch) {
    if (!allowed.has(saidBy.id)) skip(report, 'opted_out', memory.position)
  }
  return batch.filter(({ saidBy }) => allowed.has(saidBy.id))
}

async function prepare(
  db: Db,
  workspaceId: WorkspaceId,
  one: OwnedMemory,
  deps: MemoryDeps,
): Promise<Prepared> {
  const { memory, saidBy, people, hidden } = one
  const clean = (text: string) => deps.redact(text, hidden)
  const speaker = { saidBy, people, now: deps.now(), clean }
  const { facts, isDated } = await stateMemory(db, workspaceId, memory, speaker)
  const status = memory.status === 'proposed' ? ('proposed' as const) : ('active' as const)
  const stored = facts.map((fact) => {
    return { ...fact, identity: identityOf(fact, { isDated }), modelId: 'import', status }
  })
  return { ...one, facts: stored, isDated }
}

/** What is to be added: neither entered before, nor read from messages, nor twice in the file. */
async function withoutKnown(
  db: Db,
  {
    workspaceId,
    owner,
    prepared,
  }: Omit<Batch, 'batch' | 'isDry'> & { readonly prepared: readonly Prepared[] },
  report: Counts,
): Promise<{ readonly missing: Prepared[]; readonly counts: Map<PersonId, number> }> {
  const identities = prepared.flatMap(({ facts }) => facts.slice(0, 1).map((one) => one.identity))
  const entered = await listEntered(db, workspaceId, owner.key, identities)
  const byIdentity = new Map(entered.map((one) => [one.identity, one]))
  const stated = await findStated(
    db,
    workspaceId,
    owner.key,
    prepared.map(({ facts: [fact], isDated }) => ({
      subjectKey: fact === undefined ? '' : subjectKeyOf(fact.about),
      ...{ attribute: fact?.attribute ?? '', value: fact?.value ?? '' },
      saidAt: isDated ? (fact?.saidAt ?? null) : null,
    })),
  )
  const missing = prepared.filter(({ facts: [fact], memory }, place) => {
    const identity = fact?.identity ?? ''
    if (byIdentity.get(identity)?.isErased) {
      skip(report, 'deleted_before', memory.position)
      return false
    }
    const key = `${owner.key} ${identity}`
    const isKnown = byIdentity.has(identity) || stated.has(place) || report.seen.has(key)
    report.seen.add(key)
    if (isKnown) report.known += 1
    return !isKnown
  })
  return { missing, counts: new Map() }
}

/** What people had pinned, rejected or corrected before the export. */
async function applyMarks(
  db: Db,
  {
    workspaceId,
    owner,
    added,
  }: Omit<Batch, 'batch' | 'isDry'> & { readonly added: readonly Prepared[] },
  now: Date,
): Promise<void> {
  for (const { memory, facts } of added) {
    const { status, isPinned } = memory
    const isMarked = status === 'rejected' || status === 'corrected'
    if (!isMarked && !isPinned) continue
    const identities = facts.map(({ identity }) => identity)
    for (const { id } of await listEntered(db, workspaceId, owner.key, identities)) {
      const change = { status: isMarked ? status : null, isPinned: isPinned || null }
      await changeFact(db, workspaceId, id, change, { by: 'import', at: now })
    }
  }
}
