import {
  bigint,
  customType,
  index,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import { ofAudience } from './policies.ts'

// No dimension: vectors of several models live side by side, told apart by model_id. Search is exact
// inside one chat; an approximate index under a scope filter finds 2–69% of the true neighbours.
const vector = customType<{ data: string }>({ dataType: () => 'vector' })

export const embeddings = pgTable(
  'embeddings',
  {
    workspaceId: text('workspace_id').notNull(),
    ownerKind: text('owner_kind').notNull(),
    ownerId: bigint('owner_id', { mode: 'number' }).notNull(),
    modelId: text('model_id').notNull(),
    chatId: bigint('chat_id', { mode: 'number' }),
    personId: bigint('person_id', { mode: 'number' }),
    vector: vector('vector').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.ownerKind, t.ownerId, t.modelId] }),
    index('embeddings_of_chat').on(t.workspaceId, t.chatId, t.modelId),
    ofAudience('embeddings'),
  ],
)
