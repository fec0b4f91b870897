import { saveBot } from '../src/db/channels/bots.ts'
import { workspaceScope } from '../src/domain/scope.ts'
import type { TestDb } from './with-db.ts'

/** The row of somebody. */
export async function personId(
  { database, workspaceId }: TestDb,
  externalId: string,
): Promise<number> {
  const [row] = await database.asOwner((tx) =>
    tx.query<{ id: number }>(
      'select id::int from people where workspace_id = $1 and external_id = $2',
      [workspaceId, externalId],
    ),
  )
  return row?.id ?? 0
}

/** Every row of a workspace, by table, as JSON. */
export async function rowsOf({ database, workspaceId }: TestDb): Promise<Map<string, string[]>> {
  return database.asOwner(async (tx) => {
    const tables = await tx.query<{ name: string }>(
      `select table_name as name from information_schema.columns
        where table_schema = 'public' and column_name = 'workspace_id'`,
    )
    const all = new Map<string, string[]>()
    for (const { name } of tables) {
      const rows = await tx.query<{ row: string }>(
        `select to_jsonb(t)::text as row from "${name}" t where workspace_id = $1 order by 1`,
        [workspaceId],
      )
      all.set(
        name,
        rows.map(({ row }) => row),
      )
    }
    return all
  })
}

/** The rows that were not there before, by table; tables without any are left out. */
export function addedTo(before: Map<string, string[]>, after: Map<string, string[]>) {
  const added = [...after].map(([table, rows]) => {
    const known = new Set(before.get(table))
    return [table, rows.filter((row) => !known.has(row))] as const
  })
  return new Map(added.filter(([, rows]) => rows.length > 0))
}

/** A bot that has listened on a channel. */
export async function connectBot({ database, workspaceId }: TestDb, channel: string) {
  const bot = { channel, bot: '7', username: 'iris_bot', readsAll: true, listenedAt: new Date() }
  await database.within(workspaceScope(workspaceId), (db) => saveBot(db, workspaceId, bot))
}
