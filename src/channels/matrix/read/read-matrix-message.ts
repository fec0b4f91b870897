import {
  EMPTY_FIELDS,
  type IncomingMessage,
  type MessageLinks,
  type Snapshot,
} from '../../../domain/message.ts'
import type { BotNames } from '../../channel.ts'
import type { MessageEvent } from '../../channel-event.ts'
import { textIn } from '../json.ts'
import { localpartOf, type MatrixEvent } from '../matrix-event.ts'
import type { MatrixRooms } from '../rooms.ts'
import { addressIn } from './address-in.ts'
import { contentOf } from './content-of.ts'
import { relationOf } from './relation-of.ts'

export type ReadDeps = {
  readonly rooms: MatrixRooms
  readonly names: BotNames
  /** The bot's commands. */
  readonly commands: ReadonlySet<string>
}

/** Limit of the raw event that is stored. */
const MAX_RAW_BYTES = 65_536

/** Reads a message of a person or a bot; null if it shows nothing. */
export async function readMatrixMessage(
  room: string,
  event: MatrixEvent,
  { rooms, names, commands }: ReadDeps,
): Promise<MessageEvent | null> {
  const { me } = names
  const shown = contentOf(event.type, event.content, me.id)
  if (shown === null) return null
  const isBot = textIn(event.content, 'msgtype') === 'm.notice'
  const relation = relationOf(event.content)
  const [info, parent] = await Promise.all([
    rooms.describe(room),
    relation.replyTo === null ? null : rooms.findEvent(room, relation.replyTo),
  ])
  const asked = addressIn(event.content, shown, names, isBot ? new Set() : commands)
  const isOwnParent = parent?.sender === me.id
  const isCalled = info.isPrivate || asked.isMention || isOwnParent
  const isAddressed = isCalled && !isBot && asked.command === null
  const message = {
    ...(await authored(room, event, { isBot }, rooms)),
    kind: asked.command === null ? 'message' : 'system',
    text: asked.text,
    replyTo: relation.replyTo,
    topic: relation.topic,
    media: shown.media,
    contextSnapshot: parent === null ? null : await snapshotOf(room, parent, rooms, me.id),
    raw: rawOf(event),
  } satisfies IncomingMessage
  return {
    kind: 'message',
    delivery: { chat: await matrixChat(room, rooms, me.id), messages: [message] },
    isEdit: false,
    command: asked.command,
    isAddressed,
    isOverheard: !info.isPrivate && !isCalled && asked.command === null,
    // Ids only: users choose their own names, and the names and aliases of their rooms.
    chatNames: [room],
    // The setting leaves out the @.
    authorNames: [event.sender, event.sender.slice(1)],
    parent:
      relation.replyTo === null
        ? null
        : { messageId: relation.replyTo, isOwn: isOwnParent, album: null },
    movedFrom: null,
  }
}

/**
 * Reads an edit: the message with its new content. A homeserver accepts edits by every member, so only those by the
 * message's author count.
 */
export async function readMatrixEdit(
  room: string,
  edit: MatrixEvent,
  original: MatrixEvent,
  deps: ReadDeps,
): Promise<MessageEvent | null> {
  const isTheirs = original.sender === edit.sender && original.type === edit.type
  const content = edit.content['m.new_content']
  const isFirst = relationOf(original.content).edits === null
  if (!isTheirs || !isFirst || typeof content !== 'object' || content === null) return null
  const { 'm.relates_to': relation } = original.content
  const changed = { ...original, content: { ...content, 'm.relates_to': relation } }
  const read = await readMatrixMessage(room, changed, deps)
  if (read === null) return null
  const messages = read.delivery.messages.map((message) => ({
    ...message,
    // An edit cannot be dated before its message.
    editedAt: new Date(Math.max(edit.sentAt.getTime(), original.sentAt.getTime())),
    raw: null,
  }))
  return { ...read, delivery: { ...read.delivery, messages }, isEdit: true }
}

/** A notice of the room itself. */
export async function readRoomNotice(
  room: string,
  event: MatrixEvent,
  text: string,
  { rooms, names }: ReadDeps,
): Promise<MessageEvent> {
  const author = await authored(room, event, { isBot: false }, rooms)
  const message: IncomingMessage = { ...author, kind: 'system', text, raw: rawOf(event) }
  return {
    kind: 'message',
    delivery: { chat: await matrixChat(room, rooms, names.me.id), messages: [message] },
    isEdit: false,
    command: null,
    isAddressed: false,
    isOverheard: false,
    chatNames: [room],
    authorNames: [event.sender],
    parent: null,
    movedFrom: null,
  }
}

async function matrixChat(room: string, rooms: MatrixRooms, me: string) {
  const { title, isPrivate } = await rooms.describe(room)
  return {
    channel: 'matrix',
    externalId: room,
    kind: isPrivate ? ('private' as const) : ('group' as const),
    // A private chat has no title: the person's name is stored with the person, and forgotten with them.
    title: isPrivate ? null : title,
    links: matrixLinks(room, me),
  }
}

/** Web addresses of a room's messages; they name a server that knows the room. */
function matrixLinks(room: string, me: string): MessageLinks {
  const via = encodeURIComponent(me.slice(me.indexOf(':') + 1))
  const address = `https://matrix.to/#/${encodeURIComponent(room)}/{message}?via=${via}`
  return { message: address, threadMessage: address }
}

async function authored(
  room: string,
  { id, sender, sentAt }: MatrixEvent,
  { isBot }: { readonly isBot: boolean },
  rooms: MatrixRooms,
) {
  const name = await rooms.nameOf(room, sender)
  return {
    ...EMPTY_FIELDS,
    externalId: id,
    author: { externalId: sender, name, username: localpartOf(sender), isBot },
    sentAt,
  }
}

async function snapshotOf(
  room: string,
  { type, content, sender, sentAt }: MatrixEvent,
  rooms: MatrixRooms,
  me: string,
): Promise<Snapshot | null> {
  const text = contentOf(type, content, me)?.text ?? ''
  if (text === '') return null
  return { text, author: await rooms.nameOf(room, sender), authorId: sender, sentAt }
}

function rawOf({ raw }: MatrixEvent): string | null {
  const text = JSON.stringify(raw)
  return Buffer.byteLength(text) > MAX_RAW_BYTES ? null : text
}
