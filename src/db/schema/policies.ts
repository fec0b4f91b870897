import { sql } from 'drizzle-orm'
import { pgPolicy, pgRole } from 'drizzle-orm/pg-core'

/* The second line of defence. Every transaction switches to this role and states its scope (see database.ts);
 * the policies below then hide all rows outside it, even if a query forgot its filter. An unset scope is
 * null, null equals nothing, and nothing is shown: it fails closed.
 *
 * The settings are read through a scalar sub-select so that PostgreSQL evaluates them once a query
 * and not once a row. */

export const appRole = pgRole('earshot_app').existing()

const WORKSPACE = sql`workspace_id = (select current_setting('earshot.workspace', true))`
const SEES_ALL = sql`(select current_setting('earshot.reach', true)) = 'workspace'`
const SCOPE_CHAT = sql`(select nullif(current_setting('earshot.chat', true), '')::bigint)`
// Whether the person is alone with the bot, so that their private rows may be shown.
const ALONE = sql`(select current_setting('earshot.alone', true)) = 'yes'`
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

const FILE_SHOWN = sql`(${SEES_ALL} or chat_id = ${SCOPE_CHAT} or (chat_id is null and (person_id is null or (${ALONE} and person_id = ${SCOPE_PERSON}))))`

/**
 * Rows of a file: of a chat, shown there; of a person, shown to them when they are alone with the bot; of neither,
 * shown to the whole workspace.
 */
export const ofFile = (table: string) =>
  policy(`${table}_of_file`, sql`${WORKSPACE} and ${FILE_SHOWN}`)

/** The same, and also shown in a chat it is pinned to: pinning a file shares it with the chat. */
export const ofPinnedFile = (table: string, fileId: string) =>
  pgPolicy(`${table}_pinned`, {
    as: 'permissive',
    for: 'select',
    to: appRole,
    using: sql`${WORKSPACE} and ${sql.raw(fileId)} in (select r.file_id from context_references r where r.workspace_id = (select current_setting('earshot.workspace', true)) and r.chat_id = ${SCOPE_CHAT} and r.file_id is not null)`,
  })

/** Rows about messages, files and other owned rows: each shown where its owner is. */
export const ofOwner = (table: string) =>
  policy(
    `${table}_of_owner`,
    sql`${WORKSPACE} and ((owner_kind = 'chunk' and ${FILE_SHOWN}) or (owner_kind <> 'chunk' and (${SEES_ALL} or (chat_id is not distinct from ${SCOPE_CHAT} and (chat_id is not null or person_id is not distinct from ${SCOPE_PERSON})))))`,
  )

/** Rows of one person: shown to them alone, and in the group they were made in when they ask there. */
export const ofPersonHere = (table: string) =>
  policy(
    `${table}_of_person`,
    sql`${WORKSPACE} and (${SEES_ALL} or (person_id = ${SCOPE_PERSON} and (${ALONE} or chat_id = ${SCOPE_CHAT})))`,
  )

/**
 * Rows of a memory owner, as ofAudience; and to a person alone with the bot what they stated about themselves, in
 * whichever chat.
 */
export const ofMemoryAndOwn = (table: string) =>
  policy(
    `${table}_of_memory`,
    sql`${WORKSPACE} and (${SEES_ALL} or (chat_id is not distinct from ${SCOPE_CHAT} and (chat_id is not null or person_id is not distinct from ${SCOPE_PERSON})) or (${ALONE} and subject_kind = 'person' and subject_id = ${SCOPE_PERSON} and said_by = ${SCOPE_PERSON}))`,
  )
