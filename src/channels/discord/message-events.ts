import { createHash } from 'node:crypto'
import type { RawEvent } from '../channel-event.ts'
import { classifyDiscordError } from './classify-error.ts'
import type { Directory } from './directory.ts'
import type { DiscordApi } from './discord-api.ts'
import { type MentionNames, type StoredDispatch, toRawEvent } from './envelope.ts'
import type { DiscordPlace } from './place.ts'
import { DiscordMessage, EditedPart } from './schemas.ts'
import { snowflakeAt } from './snowflake.ts'

export type EventDeps = {
  readonly api: DiscordApi
  readonly directory: Directory
  readonly botId: () => string
  readonly now: () => Date
}

type MessageOptions = { readonly place: DiscordPlace; readonly isLate?: boolean }

/** A new message as an event; null for the bot's own, which is stored when it is sent. */
export async function newMessageEvent(
  message: DiscordMessage,
  { place, isLate = false }: MessageOptions,
  deps: EventDeps,
): Promise<RawEvent | null> {
  if (message.author.id === deps.botId()) return null
  const envelope = { ...(await envelopeOf(message, place, deps)), isEdit: false, isLate }
  const { id, author } = message
  const key = { id: `m:${id}`, ordinal: id, author: author.id, chat: place.chat }
  return toRawEvent(key, envelope, deps.now())
}

/** An edited message as an event; null if its text was not edited. */
export async function editEvent(
  message: DiscordMessage,
  { place }: MessageOptions,
  deps: EventDeps,
): Promise<RawEvent | null> {
  const { id, author, edited_timestamp: editedAt } = message
  if (author.id === deps.botId() || editedAt === undefined) return null
  const envelope = { ...(await envelopeOf(message, place, deps)), isEdit: true, isLate: false }
  const at = new Date(editedAt)
  // The text is part of the id: programs edit a message several times in a moment.
  const text = createHash('sha256').update(message.content).digest('hex').slice(0, 12)
  const key = {
    id: `e:${id}:${at.getTime()}:${text}`,
    ordinal: snowflakeAt(at),
    after: [id],
    author: author.id,
    chat: place.chat,
  }
  return toRawEvent(key, envelope, deps.now())
}

/**
 * The whole message of an update. An update may hold only what changed, and comes without an edit when a preview of a
 * link was added: null for such, and for a message that is gone.
 */
export async function readUpdated(data: unknown, api: DiscordApi): Promise<DiscordMessage | null> {
  const edited = EditedPart.safeParse(data)
  if (!edited.success) return null
  const whole = DiscordMessage.safeParse(data)
  if (whole.success) return whole.data
  const { id, channel_id: room } = edited.data
  return fetchMessage(room, id, api)
}

/** A message as it is now; null if it is gone or the bot may not read it. */
export async function fetchMessage(
  room: string,
  id: string,
  api: DiscordApi,
): Promise<DiscordMessage | null> {
  try {
    return await api.get(`/channels/${room}/messages/${id}`, DiscordMessage)
  } catch (error) {
    const failure = classifyDiscordError(error)
    if (failure?.kind === 'refused' && failure.status !== 401) return null
    throw error
  }
}

async function envelopeOf(
  message: DiscordMessage,
  place: DiscordPlace,
  deps: EventDeps,
): Promise<Pick<StoredDispatch & { kind: 'message' }, 'kind' | 'message' | 'place' | 'names'>> {
  return { kind: 'message', message, place, names: await namesIn(message, place, deps) }
}

/** The roles and channels that the text mentions; only those of its own server, and only if they are few. */
async function namesIn(
  message: DiscordMessage,
  place: DiscordPlace,
  { directory, botId }: EventDeps,
): Promise<MentionNames> {
  const texts = [message, ...message.message_snapshots.map((one) => one.message)]
  const text = texts.map(({ content }) => content).join('\n')
  const idsOf = (pattern: RegExp) => [
    ...new Set([...text.matchAll(pattern)].flatMap(([, id]) => id ?? [])),
  ]
  const roleIds = idsOf(/<@&(\d{1,20})>/g)
  const roomIds = idsOf(/<#(\d{1,20})>/g)
  if (place.guild === null || roleIds.length + roomIds.length === 0) return { roles: {}, rooms: {} }
  const guild = await directory.guild(place.guild)
  const roles = roleIds.flatMap((id) => {
    const role = guild?.roles.get(id)
    if (role === undefined) return []
    const isOwn = guild?.own.includes(id) === true || role.tags?.bot_id === botId()
    return [[id, { name: role.name, isOwn }]]
  })
  const rooms = roomIds.flatMap((id) => {
    const name = directory.knownRoom(id)?.name
    return name === undefined ? [] : [[id, name]]
  })
  return { roles: Object.fromEntries(roles), rooms: Object.fromEntries(rooms) }
}
