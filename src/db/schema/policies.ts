import { sql } from 'drizzle-orm'
import { pgPolicy, pgRole } from 'drizzle-orm/pg-core'

/* The second wall. Every transaction becomes this role and states its scope (see database.ts); the
 * policies below then hide what is outside it, whatever the query forgot. An unset scope is null,
 * null equals nothing, and nothing is shown: it fails closed.
 *
 * The settings are read through a scalar sub-select so that PostgreSQL evaluates them once a query
 * and not once a row. */

export const appRole = pgRole('earshot_app').existing()

const WORKSPACE = sql`workspace_id = (select current_setting('earshot.workspace', true))`
const SEES_ALL = sql`(select current_setting('earshot.reach', true)) = 'workspace'`
const SCOPE_CHAT = sql`(select nullif(current_setting('earshot.chat', true), '')::bigint)`
const SCOPE_PERSON = sql`(select nullif(current_setting('earshot.person', true), '')::bigint)`

const policy = (name: string, condition: ReturnType<typeof sql>) =>
  pgPolicy(name, {
    as: 'permissive',
    for: 'all',
    to: appRole,
    using: condition,
    withCheck: condition,
  })

/** Rows any member of the workspace may see: chats and people by name. */
export const ofWorkspace = (table: string) => policy(`${table}_of_workspace`, WORKSPACE)

/** Rows of one chat: shown in that chat only, or to staff. */
export const ofChat = (table: string) =>
  policy(`${table}_of_chat`, sql`${WORKSPACE} and (${SEES_ALL} or chat_id = ${SCOPE_CHAT})`)

/**
 * Rows of a chat or, where there is no chat, of one person alone. A person's own rows never show in
 * a group: the chat must be the same, also when it is null.
 */
export const ofAudience = (table: string) =>
  policy(
    `${table}_of_audience`,
    sql`${WORKSPACE} and (${SEES_ALL} or (chat_id is not distinct from ${SCOPE_CHAT} and (chat_id is not null or person_id is not distinct from ${SCOPE_PERSON})))`,
  )
