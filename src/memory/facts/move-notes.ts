import { bumpVersion } from '../../db/engine/data-versions.ts'
import type { Db } from '../../db/engine/database.ts'
import { listWorkspaces } from '../../db/engine/workspaces.ts'
import { listEntered, renewEntered } from '../../db/facts/entered-facts.ts'
import { insertFacts } from '../../db/facts/facts.ts'
import { deleteOldNotes, listOldNotes, type OldNote } from '../../db/facts/old-notes.ts'
import { lockForgetting } from '../../db/forgetting/lock-forgetting.ts'
import type { WorkspaceId } from '../../domain/ids.ts'
import { groupMemory, type MemoryOwner, personMemory } from '../../domain/memory.ts'
import { workspaceScope } from '../../domain/scope.ts'
import type { MemoryDeps } from '../deps.ts'
import { identityOf } from './fact-identity.ts'
import { noteAbout } from './state-text.ts'

const BATCH = 100

/**
 * Moves the notes of earlier versions to facts, word for word, in batches: a note is deleted in the transaction that
 * stores its fact, so that a killed process continues where it was. Notes of people who opted out, or are not known any more, are deleted.
 */
export async function moveNotes(
  { database, now }: Pick<MemoryDeps, 'database' | 'now'>,
  stopping: AbortSignal,
): Promise<void> {
  for (const workspaceId of await database.asOwner(listWorkspaces)) {
    const next = () =>
      database.within(workspaceScope(workspaceId), (db) => moveSome(db, workspaceId, now()))
    while (!stopping.aborted && (await next()) === BATCH);
  }
}

async function moveSome(db: Db, workspaceId: WorkspaceId, now: Date): Promise<number> {
  await lockForgetting(db, workspaceId, 'shared')
  const notes = await listOldNotes(db, workspaceId, BATCH)
  const moved = notes.filter(({ isRemembered }) => isRemembered)
  const owners = new Map(moved.map((note) => [ownerOf(note).key, ownerOf(note)]))
  for (const owner of owners.values()) {
    const own = moved.filter((note) => ownerOf(note).key === owner.key)
    await storeNotes(db, workspaceId, owner, own, now)
  }
  await deleteOldNotes(
    db,
    workspaceId,
    notes.map(({ id }) => id),
  )
  return notes.length
}

function ownerOf({ chatId, selfId }: OldNote): MemoryOwner {
  return chatId === null ? personMemory(selfId) : groupMemory(chatId, null)
}

/** Stores the notes of one owner; of equal ones the newest, since they are in the order of their dates. */
async function storeNotes(
  db: Db,
  workspaceId: WorkspaceId,
  owner: MemoryOwner,
  notes: readonly OldNote[],
  now: Date,
): Promise<void> {
  const facts = new Map(
    notes.map(({ personId: id, personName: name, text, createdAt: saidAt }) => {
      const stated = noteAbout({ text, saidBy: { id, name, username: null }, saidAt })
      const identity = identityOf(stated)
      return [identity, { ...stated, identity, modelId: 'remembered', status: 'active' } as const]
    }),
  )
  for (const known of await listEntered(db, workspaceId, owner.key, [...facts.keys()])) {
    const again = facts.get(known.identity)
    if (known.isActive && again) await renewEntered(db, workspaceId, known.id, again.saidAt)
  }
  await insertFacts(db, workspaceId, owner, [...facts.values()], now)
  await bumpVersion(db, workspaceId, owner)
}
