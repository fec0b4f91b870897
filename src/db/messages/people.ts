import type { ChatId, PersonId, WorkspaceId } from '../../domain/ids.ts'
import type { Author } from '../../domain/message.ts'
import type { Db } from '../engine/database.ts'

export type PersonRow = {
  readonly id: PersonId
  readonly channel: string
  readonly externalId: string
  readonly name: string | null
  readonly username: string | null
  /** Opted out of memory. */
  readonly isOptedOut: boolean
}

const COLUMNS = `id, channel, external_id as "externalId", name, username,
  memory_opt_out as "isOptedOut"`

const BY_IDS = `select ${COLUMNS} from people
  where workspace_id = $1 and channel = $2 and external_id = any($3::text[])`

/** The person with this id of its channel, or null. */
export async function findPerson(
  db: Db,
  workspaceId: WorkspaceId,
  channel: string,
  externalId: string,
): Promise<PersonRow | null> {
  const rows = await listPeople(db, workspaceId, channel, [externalId])
  return rows[0] ?? null
}

/** Names of people that contain one of these words. */
export async function listNamesWith(
  db: Db,
  workspaceId: WorkspaceId,
  words: readonly string[],
): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `select name from people
      where workspace_id = $1 and string_to_array(lower(name), ' ') && $2::text[]
      limit 100`,
    [workspaceId, words],
  )
  return rows.map((row) => row.name)
}

/** The ids of people whose name contains one of these words: a hundred at most. */
export async function listPeopleNamed(
  db: Db,
  workspaceId: WorkspaceId,
  words: readonly string[],
): Promise<PersonId[]> {
  const rows = await db.query<{ id: PersonId }>(
    `select id from people
      where workspace_id = $1 and string_to_array(lower(name), ' ') && $2::text[]
      limit 100`,
    [workspaceId, words],
  )
  return rows.map((row) => row.id)
}

/** A person by our own id, or null. */
export async function findPersonById(
  db: Db,
  workspaceId: WorkspaceId,
  id: PersonId,
): Promise<PersonRow | null> {
  const rows = await db.query<PersonRow>(
    `select ${COLUMNS} from people where workspace_id = $1 and id = $2`,
    [workspaceId, id],
  )
  return rows[0] ?? null
}

/** The name that a person's memory is stored under, and whether any of their names opted out. */
type Identity = { readonly selfId: PersonId; readonly isOptedOut: boolean }

/** The identity of a person across channels, or null for an unknown id. */
export async function findIdentity(
  db: Db,
  workspaceId: WorkspaceId,
  id: PersonId,
): Promise<Identity | null> {
  const rows = await db.query<Identity>(
    `select coalesce(p.same_as, p.id) as "selfId", bool_or(q.memory_opt_out) as "isOptedOut"
       from people p
       join people q on q.workspace_id = p.workspace_id
                    and (q.id = coalesce(p.same_as, p.id) or q.same_as = coalesce(p.same_as, p.id))
      where p.workspace_id = $1 and p.id = $2
      group by p.same_as, p.id`,
    [workspaceId, id],
  )
  return rows[0] ?? null
}

/** The people with these ids of a channel; unknown ids are left out. */
async function listPeople(
  db: Db,
  workspaceId: WorkspaceId,
  channel: string,
  externalIds: readonly string[],
): Promise<PersonRow[]> {
  return db.query<PersonRow>(BY_IDS, [workspaceId, channel, externalIds])
}

/**
 * Stores authors with their newest names, and returns them by external id. Nothing is written when nothing changed,
 * which is nearly always: authors repeat.
 */
export async function savePeople(
  db: Db,
  workspaceId: WorkspaceId,
  channel: string,
  authors: readonly Author[],
): Promise<Map<string, PersonRow>> {
  const newest = new Map(authors.map((author) => [author.externalId, author]))
  // Locked, so that none is deleted before their new messages are stored.
  const known = await db.query<PersonRow>(`${BY_IDS} for key share`, [
    workspaceId,
    channel,
    [...newest.keys()],
  ])
  const unchanged = new Map(
    known
      .filter((row) => !isRenamed(row, newest.get(row.externalId)))
      .map((row) => [row.externalId, row]),
  )
  const changed = [...newest.values()].filter(({ externalId }) => !unchanged.has(externalId))
  if (changed.length === 0) return unchanged
  const saved = await db.query<PersonRow>(
    `insert into people (workspace_id, channel, external_id, name, username, is_bot)
     select $1, $2, * from unnest($3::text[], $4::text[], $5::text[], $6::boolean[])
     on conflict (workspace_id, channel, external_id) do update
       set name = coalesce(excluded.name, people.name),
           username = coalesce(excluded.username, people.username)
     returning ${COLUMNS}`,
    [
      workspaceId,
      channel,
      changed.map((a) => a.externalId),
      changed.map((a) => a.name),
      changed.map((a) => a.username),
      changed.map((a) => a.isBot),
    ],
  )
  return new Map([...unchanged, ...saved.map((row) => [row.externalId, row] as const)])
}

function isRenamed(row: PersonRow, author: Author | undefined): boolean {
  if (author === undefined) return false
  const { name, username } = author
  return (name !== null && name !== row.name) || (username !== null && username !== row.username)
}

/** Which of these people, by the channel's ids, opted out of memory. */
export async function listOptedOut(
  db: Db,
  workspaceId: WorkspaceId,
  channel: string,
  externalIds: readonly string[],
): Promise<Set<string>> {
  if (externalIds.length === 0) return new Set()
  const rows = await db.query<{ id: string }>(
    `select external_id as id from people
      where workspace_id = $1 and channel = $2 and external_id = any($3::text[]) and memory_opt_out`,
    [workspaceId, channel, externalIds],
  )
  return new Set(rows.map((row) => row.id))
}

/** A person as their messages in one chat show them. */
export type ShownPerson = {
  readonly id: PersonId
  readonly externalId: string
  readonly name: string
  readonly isBot: boolean
}

/** People by our own ids, as they are shown in this chat: those who opted out of memory are left out in a group. */
export async function listShownPeople(
  db: Db,
  { workspaceId, chatId }: { readonly workspaceId: WorkspaceId; readonly chatId: ChatId },
  ids: readonly PersonId[],
): Promise<Map<PersonId, ShownPerson>> {
  const rows = await db.query<ShownPerson>(
    `select p.id, p.external_id as "externalId", coalesce(p.name, p.username, p.external_id) as name,
            p.is_bot as "isBot"
       from people p
       join chats c on c.workspace_id = $1 and c.id = $2
      where p.workspace_id = $1 and p.id = any($3::bigint[])
        and not (p.memory_opt_out and c.kind = 'group')`,
    [workspaceId, chatId, ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}
