import type { ChatMemberUpdated, Message, Update } from 'grammy/types'
import type { BotNames } from '../../channel.ts'
import type { ChannelEvent, MessageEvent } from '../../channel-event.ts'
import { addressedBy } from './addressed-by.ts'
import { readCommand } from './read-command.ts'
import { readMessage } from './read-message.ts'

/** The event that an update is, or all updates of an album together; null for other updates. */
export function readEvent(
  updates: readonly [Update, ...Update[]],
  names: BotNames,
): Exclude<ChannelEvent, { kind: 'button' }> | null {
  const [update] = updates
  const edited = update.edited_message ?? update.edited_channel_post
  if (edited !== undefined) return { ...readSaid([edited], names), isEdit: true }
  if (update.my_chat_member !== undefined) return readMembership(update.my_chat_member)
  const said = updates.flatMap((one) => one.message ?? one.channel_post ?? [])
  const [first, ...rest] = inOrder(said)
  if (first === undefined) return null
  // A group that becomes a supergroup sends a service message in the old chat and one in the new chat, in either
  // order. The one in the old chat is not stored: that chat no longer exists.
  const { migrate_to_chat_id: to } = first
  if (to !== undefined) return { kind: 'moved', from: String(first.chat.id), to: String(to) }
  return readSaid([first, ...rest], names)
}

/** Each picture once, by Telegram's ids: an album is stored under the id of its first. */
function inOrder(messages: readonly Message[]): Message[] {
  const each = new Map(messages.map((one) => [one.message_id, one]))
  return [...each.values()].toSorted((a, b) => a.message_id - b.message_id)
}

function readSaid(album: readonly [Message, ...Message[]], { me, names }: BotNames): MessageEvent {
  const [message] = album
  const self = { id: Number(me.id), username: me.username }
  const command = readCommand(message, self)
  // The caption of an album may stand under any of its pictures.
  const isAddressed =
    command === null && album.some((one) => addressedBy(one, self, { names }) !== null)
  const { chat, from, sender_chat: speaker, migrate_from_chat_id: movedFrom } = message
  return {
    kind: 'message',
    delivery: readMessage(message, { album }),
    isEdit: false,
    command: command?.name ?? null,
    isAddressed,
    isOverheard: !isAddressed && command === null && isProof(message, self.id),
    chatNames: [String(chat.id), chat.username ?? null],
    authorNames: [idText(from?.id), idText(speaker?.id), from?.username ?? null],
    parent: readParent(message, self.id),
    movedFrom: movedFrom === undefined ? null : String(movedFrom),
  }
}

function idText(id: number | undefined): string | null {
  return id === undefined ? null : String(id)
}

/** True for a message that a bot in privacy mode would not have received. */
function isProof(message: Message, me: number): boolean {
  const hasText = message.text !== undefined || message.caption !== undefined
  const isReplyToUs = message.reply_to_message?.from?.id === me
  const isOwn = message.via_bot?.id === me || message.from?.id === me
  const isGroup = message.chat.type === 'group' || message.chat.type === 'supergroup'
  return isGroup && hasText && !isReplyToUs && !isOwn
}

function readParent({ reply_to_message: parent }: Message, me: number): MessageEvent['parent'] {
  if (parent === undefined) return null
  const { message_id, media_group_id: album, date, from } = parent
  return {
    messageId: String(message_id),
    isOwn: from?.id === me,
    album: album === undefined ? null : { album, near: new Date(date * 1_000) },
  }
}

const INSIDE = new Set(['creator', 'administrator', 'member', 'restricted'])

function readMembership(changed: ChatMemberUpdated): ChannelEvent & { kind: 'membership' } {
  const { chat, old_chat_member: before, new_chat_member: after, date } = changed
  const isChat = chat.type === 'group' || chat.type === 'supergroup'
  return {
    kind: 'membership',
    chat: String(chat.id),
    title: chat.title ?? null,
    isGroup: chat.type !== 'private',
    status: after.status,
    at: new Date(date * 1_000),
    // Nobody is greeted in a broadcast channel.
    hasJoined: isChat && !INSIDE.has(before.status) && INSIDE.has(after.status),
  }
}
