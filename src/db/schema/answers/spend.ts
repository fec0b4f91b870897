import { bigint, date, doublePrecision, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { ofWorkspace } from '../policies.ts'

/** What models cost on a day: the whole workspace (owner 0), a chat, or a person. */
export const spend = pgTable(
  'spend',
  {
    workspaceId: text('workspace_id').notNull(),
    day: date('day').notNull(),
    ownerKind: text('owner_kind').notNull(),
    ownerId: bigint('owner_id', { mode: 'number' }).notNull(),
    // Includes reservations for running calls, which are added before a call begins.
    tokens: bigint('tokens', { mode: 'number' }).notNull(),
    costUsd: doublePrecision('cost_usd').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.day, t.ownerKind, t.ownerId] }),
    ofWorkspace('spend'),
  ],
)
