import { bigint, index, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { bytes, vector } from '../column-types.ts'
import { ofOwner } from '../policies.ts'

export const embeddings = pgTable(
  'embeddings',
  {
    workspaceId: text('workspace_id').notNull(),
    ownerKind: text('owner_kind').notNull(),
    ownerId: bigint('owner_id', { mode: 'number' }).notNull(),
    modelId: text('model_id').notNull(),
    chatId: bigint('chat_id', { mode: 'number' }),
    personId: bigint('person_id', { mode: 'number' }),
    // No dimension: vectors of several models are stored together, distinguished by model_id.
    vector: vector('vector').notNull(),
    // The same, a byte a number: for the vector caches (search/vector-cache.ts).
    small: bytes('small').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.ownerKind, t.ownerId, t.modelId] }),
    index('embeddings_of_audience').on(
      t.workspaceId,
      t.ownerKind,
      t.chatId,
      t.personId,
      t.modelId,
      t.createdAt,
    ),
    ofOwner('embeddings'),
  ],
)
