import type { Db } from '../../src/db/engine/database.ts'
import type { Platform } from '../platform/platform.ts'
import type { Mention } from './chatter.ts'
import type { ListedSend } from './drain.ts'

/* What must be so in the end, whatever was killed: the platform's own memory beside our rows. */

/** What our database holds of a channel. */
export type Stored = {
  readonly messages: readonly StoredMessage[]
  /** Events that were saved and never processed. */
  readonly waiting: number
  readonly sends: readonly StoredSend[]
}
type StoredMessage = {
  readonly chat: string
  readonly id: string
  readonly text: string
  readonly isDeleted: boolean
}
type StoredSend = {
  readonly chat: string
  readonly messageId: string | null
  readonly state: string
  readonly sentIds: readonly string[]
}

/** Reads it, as the owner. */
export async function readStored(db: Db, channel: string): Promise<Stored> {
  const messages = await db.query<StoredMessage>(
    `select c.external_id as chat, m.external_id as id, m.text,
            m.deleted_at is not null as "isDeleted"
       from messages m
       join chats c on c.workspace_id = m.workspace_id and c.id = m.chat_id
      where c.channel = $1`,
    [channel],
  )
  const [inbox] = await db.query<{ waiting: number }>(
    'select count(*)::int as waiting from inbox where channel = $1 and done_at is null',
    [channel],
  )
  const sends = await db.query<StoredSend>(
    `select chat, message_id as "messageId", state, sent_ids as "sentIds"
       from outbox where channel = $1`,
    [channel],
  )
  return { messages, waiting: inbox?.waiting ?? 0, sends }
}

/** What is wrong, by what it is; each list must be empty. */
export type Findings = Readonly<Record<string, readonly string[]>>

type Found = {
  readonly platform: Platform
  readonly mentions: readonly Mention[]
  readonly stored: Stored
  /** Sends that the program lists as uncertain. */
  readonly listed: readonly ListedSend[]
}

/** Everything that is not as it must be. */
export function findWrongs(found: Found): Findings {
  return {
    ...findMessageWrongs(found),
    ...findMentionWrongs(found),
    ...findSendWrongs(found),
    'breaches of the protocol': found.platform.violations(),
  }
}

function findMessageWrongs({ platform, stored }: Found): Findings {
  const rows = groupBy(stored.messages, keyOf)
  const said = platform.messages()
  const there = said.filter(({ isDeleted }) => !isDeleted)
  return {
    'events never processed': Array.from({ length: stored.waiting }, () => 'one'),
    'messages lost': there.filter((one) => !rows.has(keyOf(one))).map(keyOf),
    'messages stored twice': [...rows].filter(([, same]) => same.length > 1).map(([key]) => key),
    'messages whose last edit did not win': there.flatMap((one) => {
      const text = rows.get(keyOf(one))?.[0]?.text
      return text === undefined || text === one.text
        ? []
        : [`${keyOf(one)}: ${text} instead of ${one.text}`]
    }),
    'deleted messages that are still there': said
      .filter((one) => one.isDeleted && rows.get(keyOf(one))?.[0]?.isDeleted === false)
      .map(keyOf),
    'messages deleted that are there': there
      .filter((one) => rows.get(keyOf(one))?.[0]?.isDeleted === true)
      .map(keyOf),
  }
}

function findMentionWrongs({ platform, mentions, stored, listed }: Found): Findings {
  const answers = groupBy(platform.sent(), ({ chat, replyTo }) => `${chat}/${replyTo}`)
  const isListed = new Set(listed.map(({ chat, message_id }) => `${chat}/${message_id}`))
  const states = new Map(stored.sends.map((one) => [`${one.chat}/${one.messageId}`, one.state]))
  const asked = mentions.map(keyOf)
  const countOf = (key: string) => answers.get(key)?.length ?? 0
  const stateOf = (key: string) => states.get(key) ?? 'no send'
  const known = new Set(asked)
  return {
    'mentions answered twice': asked
      .filter((key) => countOf(key) > 1)
      .map((key) => `${key} ${stateOf(key)}`),
    'mentions neither answered nor listed as uncertain': asked
      .filter((key) => countOf(key) === 0 && !isListed.has(key))
      .map((key) => `${key} ${stateOf(key)}`),
    'mentions recorded as answered that are not': asked.filter(
      (key) => stateOf(key) === 'sent' && countOf(key) === 0,
    ),
    'answers without a mention': [...answers.keys()].filter((key) => !known.has(key)),
  }
}

function findSendWrongs({ stored }: Found): Findings {
  const rows = groupBy(stored.messages, keyOf)
  const sent = stored.sends.filter(({ state }) => state === 'sent')
  return {
    'sends without a message': sent
      .filter(({ sentIds }) => sentIds.length === 0)
      .map(({ chat, messageId }) => `${chat}/${messageId}`),
    'sends left half-way': stored.sends
      .filter(({ state }) => ['due', 'sending', 'posted'].includes(state))
      .map(({ chat, messageId, state }) => `${chat}/${messageId} ${state}`),
    'sent messages that are not stored': sent
      .flatMap(({ chat, sentIds }) => sentIds.map((id) => `${chat}/${id}`))
      .filter((key) => !rows.has(key)),
  }
}

function keyOf({ chat, id }: { readonly chat: string; readonly id: string }): string {
  return `${chat}/${id}`
}

function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(key(item))
    if (group) group.push(item)
    else groups.set(key(item), [item])
  }
  return groups
}
