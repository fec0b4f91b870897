import type { InlineKeyboardButton, Message, MessageEntity } from 'grammy/types'
import type { World } from './world.ts'

/** A message of the bot, with its history. */
export type Outgoing = {
  message: Message
  readonly at: Date
  /** The text as the bot gave it, if it gave HTML. */
  html: string | null
  readonly edits: Edit[]
  isDeleted: boolean
}
export type Edit = { readonly text: string; readonly at: Date }

/** A message of the bot as tests look at it. */
export type Sent = {
  readonly chatId: number
  readonly messageId: number
  readonly at: Date
  /** As the chat shows it now. */
  readonly text: string
  readonly entities: readonly MessageEntity[]
  readonly html: string | null
  /** The message it replies to; not the opener of its topic. */
  readonly replyTo: number | null
  readonly topic: number | null
  readonly buttons: readonly (readonly InlineKeyboardButton[])[]
  readonly edits: readonly Edit[]
  readonly isDeleted: boolean
  /** The file sent along. */
  readonly file: { readonly name: string; readonly bytes: Uint8Array } | null
  /** All of it, in the Bot API's words. */
  readonly message: Message
}

/** What the bot has sent, oldest first: to one chat, or to all. */
export function listSent(world: World, chatId?: number): Sent[] {
  return world.outgoing
    .filter(({ message }) => chatId === undefined || message.chat.id === chatId)
    .map((outgoing) => toSent(world, outgoing))
}

function toSent(world: World, { message, at, html, edits, isDeleted }: Outgoing): Sent {
  const topic = message.is_topic_message ? (message.message_thread_id ?? null) : null
  const parent = message.reply_to_message?.message_id ?? null
  const file = message.document && world.files.get(message.document.file_id)
  return {
    chatId: message.chat.id,
    messageId: message.message_id,
    at,
    text: message.text ?? message.caption ?? '',
    entities: message.entities ?? message.caption_entities ?? [],
    html,
    replyTo: parent === topic ? null : parent,
    topic,
    buttons: message.reply_markup?.inline_keyboard ?? [],
    edits: [...edits],
    isDeleted,
    file: file ? { name: message.document?.file_name ?? '', bytes: file.bytes } : null,
    message,
  }
}
