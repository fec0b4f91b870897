import {
  bigint,
  boolean,
  index,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { ofMemoryAndOwn } from '../policies.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })
const id = (name: string) => bigint(name, { mode: 'number' })

/**
 * Statements of people that are worth storing, a row each, with the messages they rest on. From when to when each holds
 * is computed from all statements about its subject (text/facts/arrange-facts.ts).
 */
export const facts = pgTable(
  'facts',
  {
    workspaceId: text('workspace_id').notNull(),
    id: id('id').notNull().generatedAlwaysAsIdentity(),
    // The memory owner (domain/memory.ts), and the same as columns for the policy.
    owner: text('owner').notNull(),
    chatId: id('chat_id'),
    personId: id('person_id'),
    subjectKind: text('subject_kind').notNull(),
    // The person it is about, or the owner of the thing; null for a name that is nobody's here.
    subjectId: id('subject_id'),
    subjectName: text('subject_name').notNull(),
    subjectKey: text('subject_key').notNull(),
    attribute: text('attribute').notNull(),
    key: text('key'),
    value: text('value').notNull(),
    text: text('text').notNull(),
    saidBy: id('said_by').notNull(),
    saidAt: moment('said_at').notNull(),
    // From when on it holds, as it was stated.
    statedFrom: moment('stated_from').notNull(),
    ends: boolean('ends').notNull(),
    messageIds: id('message_ids').array().notNull(),
    confidence: real('confidence').notNull(),
    modelId: text('model_id').notNull(),
    // What makes it the same statement when its messages are read again.
    identity: text('identity').notNull(),
    terms: text('terms').array().notNull(),
    // active · proposed (waits for a yes) · rejected · corrected (another one took its place)
    status: text('status').notNull().default('active'),
    isPinned: boolean('is_pinned').notNull().default(false),
    // By whom it was confirmed, corrected or rejected last.
    changedBy: text('changed_by'),
    changedAt: moment('changed_at'),
    createdAt: moment('created_at').notNull(),
    // Computed.
    validFrom: moment('valid_from').notNull(),
    validTo: moment('valid_to'),
    repeatsId: id('repeats_id'),
    closedBy: id('closed_by'),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    uniqueIndex('facts_identity').on(t.workspaceId, t.owner, t.identity),
    index('facts_of_subject').on(t.workspaceId, t.owner, t.subjectKey),
    index('facts_about').on(t.workspaceId, t.subjectId),
    index('facts_messages').using('gin', t.messageIds).with({ fastupdate: false }),
    index('facts_terms').using('gin', t.terms).with({ fastupdate: false }),
    ofMemoryAndOwn('facts'),
  ],
)
