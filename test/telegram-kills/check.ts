import type { Message } from 'grammy/types'
import type { Db } from '../../src/db/engine/database.ts'
import type { TelegramServer } from '../telegram-server/telegram-server.ts'
import type { Tag } from './chatter.ts'
import type { ListedSend } from './drain.ts'

/* What must be so in the end, whatever was killed: Telegram's own memory beside our rows. */

/** What our database holds. */
export type Kept = {
  readonly messages: readonly KeptMessage[]
  readonly updateIds: ReadonlySet<number>
  /** Updates that were kept and never taken up. */
  readonly waiting: number
  readonly sends: readonly KeptSend[]
}
type KeptMessage = {
  readonly chat: string
  readonly id: string
  readonly text: string
  readonly media: number
}
type KeptSend = {
  readonly chat: string
  readonly messageId: string | null
  readonly state: string
  readonly sentIds: readonly string[]
}

/** Reads it, as the owner. */
export async function readKept(db: Db): Promise<Kept> {
  const messages = await db.query<KeptMessage>(
    `select c.external_id as chat, m.external_id as id, m.text,
            jsonb_array_length(m.media::jsonb) as media
       from messages m
       join chats c on c.workspace_id = m.workspace_id and c.id = m.chat_id
      where c.channel = 'telegram'`,
  )
  const updates = await db.query<{ id: string; isDone: boolean }>(
    `select event_id as id, done_at is not null as "isDone" from inbox`,
  )
  const sends = await db.query<KeptSend>(
    `select chat, message_id as "messageId", state, sent_ids as "sentIds" from outbox`,
  )
  return {
    messages,
    updateIds: new Set(updates.map(({ id }) => Number(id))),
    waiting: updates.filter(({ isDone }) => !isDone).length,
    sends,
  }
}

/** Counts, each of which must be zero. */
export type Findings = Readonly<Record<string, readonly string[]>>

/** Everything that is not as it must be, by what it is. */
export function findWrongs(
  telegram: TelegramServer,
  tags: readonly Tag[],
  kept: Kept,
  listed: readonly ListedSend[],
): Findings {
  const rows = groupBy(kept.messages, ({ chat, id }) => `${chat}/${id}`)
  return {
    ...findMessageWrongs(telegram, kept, rows),
    ...findTagWrongs(telegram, tags, kept, listed),
    'sends that are said to be made and have no message': kept.sends
      .filter(({ state, sentIds }) => state === 'sent' && sentIds.length === 0)
      .map(({ chat, messageId }) => `${chat}/${messageId}`),
    'sends left half-way': kept.sends
      .filter(({ state }) => ['due', 'sending', 'posted'].includes(state))
      .map(({ chat, messageId, state }) => `${chat}/${messageId} ${state}`),
    'answers that were sent and are not kept as messages': kept.sends
      .filter(({ state }) => state === 'sent')
      .flatMap(({ chat, sentIds }) => sentIds.map((id) => `${chat}/${id}`))
      .filter((key) => !rows.has(key)),
    'calls before a wait was over, or two polls at once': telegram.violations(),
  }
}

function findMessageWrongs(
  telegram: TelegramServer,
  kept: Kept,
  rows: ReadonlyMap<string, readonly KeptMessage[]>,
): Findings {
  const newest = newestOf(telegram)
  const albums = groupBy([...newest.values()], ({ media_group_id }) => media_group_id ?? '')
  albums.delete('')
  const single = [...newest].filter(([, { media_group_id }]) => media_group_id === undefined)
  return {
    'confirmed updates that are not kept': telegram.confirmed
      .filter(({ update_id }) => !kept.updateIds.has(update_id))
      .map(({ update_id }) => String(update_id)),
    'updates passed by without being read': telegram.skipped.map((one) => String(one.update_id)),
    'updates never taken up': Array.from({ length: kept.waiting }, () => 'one'),
    'messages lost': single.filter(([key]) => !rows.has(key)).map(([key]) => key),
    'messages kept twice': [...rows].filter(([, same]) => same.length > 1).map(([key]) => key),
    'messages whose last edit did not win': single
      .filter(([key, { text }]) => text !== undefined && rows.get(key)?.[0]?.text !== text)
      .map(([key, { text }]) => `${key}: ${rows.get(key)?.[0]?.text} instead of ${text}`),
    'albums that are not one message with all pictures': [...albums].flatMap(([album, told]) => {
      const found = told.flatMap((picture) => rows.get(keyOf(picture)) ?? [])
      const pictures = found.map(({ media }) => media).join(' + ')
      return pictures === String(told.length) ? [] : [`${album}: ${pictures} of ${told.length}`]
    }),
  }
}

const keyOf = ({ chat, message_id }: Message) => `${chat.id}/${message_id}`

/** Every message the bot was told of, as it was last told: by the date of the edit, not by arrival. */
function newestOf(telegram: TelegramServer): ReadonlyMap<string, Message> {
  const newest = new Map<string, Message>()
  for (const { message, edited_message } of telegram.confirmed) {
    const told = message ?? edited_message
    if (!told) continue
    const known = newest.get(keyOf(told))
    if (!known || (told.edit_date ?? 0) >= (known.edit_date ?? 0)) newest.set(keyOf(told), told)
  }
  return newest
}

function findTagWrongs(
  telegram: TelegramServer,
  tags: readonly Tag[],
  kept: Kept,
  listed: readonly ListedSend[],
): Findings {
  const answers = groupBy(telegram.sent(), ({ chatId, replyTo }) => `${chatId}/${replyTo}`)
  const isListed = new Set(listed.map(({ chat, message_id }) => `${chat}/${message_id}`))
  const owed = new Map(kept.sends.map((send) => [`${send.chat}/${send.messageId}`, send]))
  const asked = tags.map(({ chat, ids }) => ids.map((id) => `${chat}/${id}`))
  const answersTo = (keys: readonly string[]) => keys.flatMap((key) => answers.get(key) ?? [])
  const stateOf = (keys: readonly string[]) =>
    keys.flatMap((key) => owed.get(key)?.state ?? []).join() || 'nothing owed'
  const known = new Set(asked.flat())
  return {
    'tags answered twice': asked
      .filter((keys) => answersTo(keys).length > 1)
      .map((keys) => `${keys} ${stateOf(keys)}`),
    'tags neither answered nor listed as uncertain': asked
      .filter((keys) => answersTo(keys).length === 0 && !keys.some((key) => isListed.has(key)))
      .map((keys) => `${keys} ${stateOf(keys)}`),
    'tags that are said to be answered and are not': asked
      .filter((keys) => stateOf(keys) === 'sent' && answersTo(keys).length === 0)
      .map(String),
    'answers nobody asked for': [...answers.keys()].filter((key) => !known.has(key)),
  }
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}
