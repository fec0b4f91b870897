import type { Recovered } from '../../db/engine/journal.ts'
import { restoreImport } from '../../db/messages/imports.ts'
import type { Edit } from '../../db/messages/messages.ts'
import { isAppError } from '../../domain/errors.ts'
import type { WorkspaceId } from '../../domain/ids.ts'
import type { Delivery } from '../../domain/message.ts'
import { workspaceScope } from '../../domain/scope.ts'
import type { WriteTarget } from '../access/authorize-write.ts'
import type { ReceiveDeps } from './deps.ts'
import { storeDeletion, storeEdit } from './edit-message.ts'
import { storeReceived } from './receive.ts'

/** Journal entries: the three things that can happen to messages. */
type Entry = { readonly workspaceId: WorkspaceId } & (
  | { readonly op: 'receive'; readonly delivery: Delivery }
  | { readonly op: 'edit'; readonly target: WriteTarget; readonly edit: Edit }
  | { readonly op: 'delete'; readonly target: WriteTarget }
)

/** Consecutive journal entries of one chat are applied together, up to this many messages. */
const MERGE_LIMIT = 500

/**
 * Applies acknowledged journal entries of earlier runs again, in order. What is in the database already
 * changes nothing. An entry that fails here most likely failed for its sender too; it must not prevent the
 * start, so it is set aside for an operator.
 */
export async function replay({ entries, torn }: Recovered, deps: ReceiveDeps): Promise<void> {
  if (entries.length + torn === 0) return
  let failed = 0
  for (const run of runsOf(entries.map(revive))) {
    const isDone = await tryApply(merge(run), deps)
    if (isDone) continue
    for (const entry of run) {
      if (await tryApply(entry, deps)) continue
      await deps.journal?.setAside(entry)
      failed += 1
    }
  }
  deps.record({ name: 'journal.replayed', entries: entries.length, torn, failed })
}

async function tryApply(entry: Entry, deps: ReceiveDeps): Promise<boolean> {
  try {
    await apply(entry, deps)
    return true
  } catch (error) {
    // An unavailable database is no fault of the entry: better fail the start than skip it.
    if (isAppError(error, 'database_unavailable', 'disk_full')) throw error
    return false
  }
}

/** Groups the journal into runs that can be applied as one: consecutive deliveries to the same chat. */
function runsOf(entries: readonly Entry[]): [Entry, ...Entry[]][] {
  const runs: [Entry, ...Entry[]][] = []
  let messages = 0
  for (const entry of entries) {
    const run = runs.at(-1)
    messages += entry.op === 'receive' ? entry.delivery.messages.length : 0
    if (run !== undefined && messages <= MERGE_LIMIT && isSameChat(run[0], entry)) run.push(entry)
    else {
      runs.push([entry])
      messages = 0
    }
  }
  return runs
}

function isSameChat(a: Entry, b: Entry): boolean {
  if (a.op !== 'receive' || b.op !== 'receive' || a.workspaceId !== b.workspaceId) return false
  if (a.delivery.ids !== b.delivery.ids || a.delivery.importId !== b.delivery.importId) return false
  const [one, other] = [a.delivery.chat, b.delivery.chat]
  return one.channel === other.channel && one.externalId === other.externalId
}

function merge(run: readonly [Entry, ...Entry[]]): Entry {
  const [first] = run
  const last = run.at(-1)
  if (first.op !== 'receive' || last?.op !== 'receive') return first
  const messages = run.flatMap((entry) => (entry.op === 'receive' ? entry.delivery.messages : []))
  return { ...first, delivery: { ...last.delivery, messages } }
}

async function apply(entry: Entry, deps: ReceiveDeps): Promise<void> {
  const { workspaceId } = entry
  switch (entry.op) {
    case 'receive':
      await restoreImportOf(entry, deps)
      await storeReceived(workspaceId, entry.delivery, deps)
      return
    case 'edit':
      await storeEdit(workspaceId, entry.target, entry.edit, deps)
      return
    case 'delete':
      await storeDeletion(workspaceId, entry.target, deps)
      return
  }
}

/** An import is not in the journal: a power cut may have taken its row, and must not take its messages with it. */
async function restoreImportOf(
  { workspaceId, delivery }: Extract<Entry, { op: 'receive' }>,
  { database }: ReceiveDeps,
): Promise<void> {
  const { importId } = delivery
  if (importId === undefined) return
  await database.within(workspaceScope(workspaceId), (db) =>
    restoreImport(db, workspaceId, importId),
  )
}

/**
 * Dates went through JSON as text. The journal is our own, so its shape is known; entries of versions
 * before messages had a kind are all of the default kind.
 */
function revive(raw: unknown): Entry {
  const moments = new Set(['sentAt', 'editedAt'])
  const entry: Entry = JSON.parse(JSON.stringify(raw), (key, value) =>
    moments.has(key) && typeof value === 'string' ? new Date(value) : value,
  )
  if (entry.op !== 'receive') return entry
  // Entries of earlier versions may lack newer fields.
  const messages = entry.delivery.messages.map((m) => ({
    ...m,
    kind: m.kind ?? 'message',
    reactions: m.reactions ?? [],
  }))
  return { ...entry, delivery: { ...entry.delivery, messages } }
}
