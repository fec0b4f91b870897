import type { Db } from '../../src/db/engine/database.ts'

/* What a client asked for and what it was told, in Jepsen's manner, compared in the end with what the
 * database holds:
 *
 *   ok        the server said yes       must be there, once, as asked
 *   fail      the server said no        must not be there
 *   unknown   no answer, or a 5xx       may be there or not
 *
 * Of several edits the one with the newest `editedAt` wins, whatever order they came in; a deletion is
 * final. An operation whose answer never came stays unknown: that is how it begins. */

export type Operation = { readonly chat: string; readonly id: string } & (
  | { readonly kind: 'receive'; readonly text: string }
  | { readonly kind: 'edit'; readonly text: string; readonly editedAt: number }
  | { readonly kind: 'delete' }
)

export type Outcome = 'ok' | 'fail' | 'unknown'

/** An operation with its place in time: `invoked` and `ended` count the log's own steps. */
export type Entry = {
  readonly operation: Operation
  readonly invoked: number
  readonly ended: number
  readonly outcome: Outcome
}

export type ClientLog = {
  /** Notes that a request goes out; what is returned notes how it ended. */
  invoke(operations: readonly Operation[]): (outcome: Outcome) => void
  entries(): readonly Entry[]
}

/** A message as the database has it in the end. */
export type FinalRow = {
  readonly chat: string
  readonly id: string
  readonly text: string
  readonly isDeleted: boolean
}

export type Violation = {
  readonly kind: 'lost' | 'doubled' | 'uninvited' | 'wrong text' | 'undeleted' | 'vanished'
  readonly chat: string
  readonly id: string
}

/** Begins an empty log. */
export function createClientLog(): ClientLog {
  const entries: Entry[] = []
  let step = 0
  return {
    invoke: (operations) => {
      const first = entries.length
      step += 1
      for (const operation of operations) {
        entries.push({
          operation,
          invoked: step,
          ended: Number.POSITIVE_INFINITY,
          outcome: 'unknown',
        })
      }
      return (outcome) => {
        step += 1
        for (let i = first; i < first + operations.length; i += 1) {
          const entry = entries[i]
          if (entry !== undefined) entries[i] = { ...entry, outcome, ended: step }
        }
      }
    },
    entries: () => entries,
  }
}

/** How many operations ended each way. */
export function countOutcomes(entries: readonly Entry[]): Record<Outcome, number> {
  const counts = { ok: 0, fail: 0, unknown: 0 }
  for (const { outcome } of entries) counts[outcome] += 1
  return counts
}

/** Everything in the final rows that the log does not allow. */
export function checkLog(entries: readonly Entry[], rows: readonly FinalRow[]): Violation[] {
  const rowsOf = groupBy(rows, keyOf)
  const entriesOf = groupBy(entries, ({ operation }) => keyOf(operation))
  const violations: Violation[] = []
  for (const key of new Set([...entriesOf.keys(), ...rowsOf.keys()])) {
    const found = rowsOf.get(key) ?? []
    const asked = entriesOf.get(key) ?? []
    const kind = judge(asked, found)
    const message = found[0] ?? asked[0]?.operation
    if (kind !== null && message !== undefined) {
      violations.push({ kind, chat: message.chat, id: message.id })
    }
  }
  return violations
}

/** Every message in the database, deleted ones included; the transaction must see all workspaces. */
export async function readFinalRows(db: Db): Promise<FinalRow[]> {
  return db.query<FinalRow>(
    `select c.channel || ':' || c.external_id as chat, m.external_id as id, m.text,
            m.deleted_at is not null as "isDeleted"
       from messages m
       join chats c on c.workspace_id = m.workspace_id and c.id = m.chat_id`,
  )
}

function judge(entries: readonly Entry[], rows: readonly FinalRow[]): Violation['kind'] | null {
  const [row] = rows
  if (row === undefined) return has(entries, 'receive', 'ok') ? 'lost' : null
  if (rows.length > 1) return 'doubled'
  if (!has(entries, 'receive', 'ok') && !has(entries, 'receive', 'unknown')) return 'uninvited'
  if (row.isDeleted) {
    const wasAsked = has(entries, 'delete', 'ok') || has(entries, 'delete', 'unknown')
    return wasAsked ? null : 'vanished'
  }
  if (has(entries, 'delete', 'ok')) return 'undeleted'
  return allowedTexts(entries).has(row.text) ? null : 'wrong text'
}

function has(entries: readonly Entry[], kind: Operation['kind'], outcome: Outcome): boolean {
  return entries.some((entry) => entry.operation.kind === kind && entry.outcome === outcome)
}

/** The newest acknowledged edit, or what was first received; and any edit that may have beaten it. */
function allowedTexts(entries: readonly Entry[]): Set<string> {
  const edits = entries.flatMap(({ operation, outcome }) =>
    operation.kind === 'edit' && outcome !== 'fail' ? [{ ...operation, outcome }] : [],
  )
  const newest = Math.max(
    Number.NEGATIVE_INFINITY,
    ...edits.flatMap((edit) => (edit.outcome === 'ok' ? [edit.editedAt] : [])),
  )
  const texts = edits.filter((edit) => edit.editedAt >= newest).map((edit) => edit.text)
  return new Set(
    newest === Number.NEGATIVE_INFINITY ? [...texts, ...receivedTexts(entries)] : texts,
  )
}

/** A delivery changes nothing once an earlier one was acknowledged. */
function receivedTexts(entries: readonly Entry[]): string[] {
  const received = entries.flatMap(({ operation, ...entry }) =>
    operation.kind === 'receive' && entry.outcome !== 'fail'
      ? [{ ...entry, text: operation.text }]
      : [],
  )
  const firstOk = Math.min(...received.filter((r) => r.outcome === 'ok').map((r) => r.ended))
  return received.filter((r) => r.invoked < firstOk).map((r) => r.text)
}

function keyOf({ chat, id }: { readonly chat: string; readonly id: string }): string {
  return `${chat}\n${id}`
}

function groupBy<T>(items: readonly T[], keyOfItem: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOfItem(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}
