import { z } from 'zod'
import type { RawEvent } from '../channel-event.ts'
import { toRawEvent } from './envelope.ts'
import { guildEvents } from './guild-events.ts'
import { type EventDeps, editEvent, newMessageEvent, readUpdated } from './message-events.ts'
import { findPlace } from './place.ts'
import { DiscordInteraction, DiscordMessage } from './schemas.ts'
import { snowflakeTime } from './snowflake.ts'

/** What the gateway dispatched: the name of the event, and its data. */
export type Dispatch = {
  readonly name: string
  readonly data: unknown
  /** Identifies it where its data does not; the same when it is replayed. */
  readonly key: string
}

type Read = (data: unknown, key: string, deps: EventDeps) => Promise<readonly RawEvent[]>

/** The events of the inbox that a dispatched event is; none for others, and for one that cannot be read. */
export async function dispatchEvents(
  { name, data, key }: Dispatch,
  deps: EventDeps,
): Promise<readonly RawEvent[]> {
  const read = Object.hasOwn(READERS, name) ? READERS[name] : undefined
  return read === undefined ? guildEvents({ name, data, key }, deps) : read(data, key, deps)
}

const Id = z.string().regex(/^\d{1,20}$/)
const Deleted = z.object({ channel_id: Id, id: Id })
const DeletedTogether = z.object({ channel_id: Id, ids: z.array(Id).min(1) })
const Reacted = z.object({ channel_id: Id, message_id: Id })

const READERS: Readonly<Record<string, Read>> = {
  MESSAGE_CREATE: async (data, _key, deps) => {
    const message = DiscordMessage.safeParse(data)
    if (!message.success) return []
    const place = await findPlace(message.data.channel_id, deps.directory)
    return place === null ? [] : present(await newMessageEvent(message.data, { place }, deps))
  },
  MESSAGE_UPDATE: async (data, _key, deps) => {
    const message = await readUpdated(data, deps.api)
    if (message === null) return []
    const place = await findPlace(message.channel_id, deps.directory)
    return place === null ? [] : present(await editEvent(message, { place }, deps))
  },
  MESSAGE_DELETE: async (data, _key, deps) => {
    const deleted = Deleted.safeParse(data)
    if (!deleted.success) return []
    const { channel_id: room, id } = deleted.data
    return deletion(room, [id], `d:${id}`, deps)
  },
  MESSAGE_DELETE_BULK: async (data, key, deps) => {
    const deleted = DeletedTogether.safeParse(data)
    if (!deleted.success) return []
    const { channel_id: room, ids } = deleted.data
    return deletion(room, ids, `d:${key}`, deps)
  },
  MESSAGE_REACTION_ADD: reactions,
  MESSAGE_REACTION_REMOVE: reactions,
  MESSAGE_REACTION_REMOVE_ALL: reactions,
  MESSAGE_REACTION_REMOVE_EMOJI: reactions,
  INTERACTION_CREATE: async (data, _key, deps) => {
    const read = DiscordInteraction.safeParse(data)
    if (!read.success) return []
    const { id, channel_id: room, member, user } = read.data
    const place = await findPlace(room, deps.directory)
    if (place === null) return []
    const author = (member?.user ?? user)?.id ?? null
    const envelope = { kind: 'interaction', interaction: read.data, place } as const
    const key = { id: `i:${id}`, ordinal: id, author, chat: place.chat }
    return [toRawEvent(key, envelope, snowflakeTime(id))]
  },
}

/** Ids of the messages that an event reports as deleted. */
export function deletedIds({ name, data }: Dispatch): readonly string[] {
  if (name === 'MESSAGE_DELETE') return present(Deleted.safeParse(data).data?.id)
  if (name === 'MESSAGE_DELETE_BULK') return DeletedTogether.safeParse(data).data?.ids ?? []
  return []
}

async function deletion(
  room: string,
  messageIds: readonly string[],
  id: string,
  deps: EventDeps,
): Promise<RawEvent[]> {
  const place = await findPlace(room, deps.directory)
  if (place === null) return []
  const { chat } = place
  const key = { id, author: null, chat, after: messageIds }
  return [toRawEvent(key, { kind: 'delete', chat, messageIds }, deps.now())]
}

/**
 * An event holds one reaction of one person; what is stored is the count of each emoji under the message now. Changes of one
 * message that come together are read together.
 */
async function reactions(data: unknown, key: string, deps: EventDeps): Promise<RawEvent[]> {
  const reacted = Reacted.safeParse(data)
  if (!reacted.success) return []
  const { channel_id: room, message_id: messageId } = reacted.data
  const place = await findPlace(room, deps.directory)
  if (place === null) return []
  const { chat } = place
  const album = `reactions:${messageId}`
  const raw = { id: `r:${key}`, author: null, chat, after: [messageId], album }
  return [toRawEvent(raw, { kind: 'reactions', chat, room, messageId }, deps.now())]
}

function present<T>(value: T | null | undefined): T[] {
  return value === null || value === undefined ? [] : [value]
}
