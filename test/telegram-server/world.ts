import type { Chat, Message, User, UserFromGetMe } from 'grammy/types'
import type { Outgoing } from './sent.ts'
import type { UpdateQueue } from './update-queue.ts'

/* People, chats and what was said in them: all that the server knows. */

/** A chat as the server keeps it. */
export type ChatState = {
  chat: Chat
  readonly messages: Map<number, Message>
  /** Topics of a forum by the id of the message that opened each. */
  readonly topics: Map<number, 'open' | 'closed'>
  readonly members: Map<number, User>
  readonly admins: Set<number>
  /** What the bot is here; `blocked` in private chats alone. */
  bot: 'member' | 'administrator' | 'left' | 'kicked' | 'blocked'
  migratedTo: number | null
  /** The bot that spoke last: commands without a name are for it. */
  lastBot: number | null
  readonly nextMessageId: () => number
}

export type StoredFile = {
  readonly id: string
  readonly path: string
  readonly size: number
  readonly bytes: Uint8Array
}

export type World = {
  readonly me: UserFromGetMe
  readonly now: () => Date
  readonly queue: UpdateQueue
  readonly people: Map<number, User>
  readonly chats: Map<number, ChatState>
  readonly files: Map<string, StoredFile>
  readonly outgoing: Outgoing[]
  /** A number nobody had before. */
  readonly nextNumber: () => number
  /** Private chats and plain groups count their messages together, as one account does. */
  readonly nextAccountMessageId: () => number
}

/** A world with nobody in it. */
export function createWorld(me: UserFromGetMe, now: () => Date, queue: UpdateQueue): World {
  return {
    me,
    now,
    queue,
    people: new Map(),
    chats: new Map(),
    files: new Map(),
    outgoing: [],
    nextNumber: counter(1),
    nextAccountMessageId: counter(1),
  }
}

/** Counts up. */
export function counter(from: number): () => number {
  let next = from
  return () => next++
}

/** Puts a chat into the world. Supergroups and channels count their messages each for itself. */
export function addChat(world: World, chat: Chat, bot: ChatState['bot']): ChatState {
  const isOwnCount = chat.type === 'supergroup' || chat.type === 'channel'
  const state: ChatState = {
    chat,
    messages: new Map(),
    topics: new Map(),
    members: new Map(),
    admins: new Set(),
    bot,
    migratedTo: null,
    lastBot: null,
    nextMessageId: isOwnCount ? counter(1) : world.nextAccountMessageId,
  }
  world.chats.set(chat.id, state)
  return state
}

/** Seconds since 1970, which is how the Bot API tells time. */
export const unixTime = (date: Date) => Math.floor(date.getTime() / 1000)

/** Where a message stands: its topic, and what it replies to. */
export type Place = { readonly topic: number | null; readonly replyTo: Message | null }

/**
 * The fields that say where a message stands.
 *
 * In a forum's topic a plain message "replies" to the one that opened the topic. Elsewhere in a
 * supergroup a reply carries the id of the first message of its chain as a thread, though there is
 * no topic: bots that answer "in the same thread" fall over that one.
 */
export function placeFields(state: ChatState, place: Place): Partial<Message> {
  const { replyTo } = place
  const topic = place.topic ?? (replyTo?.is_topic_message ? replyTo.message_thread_id : null)
  const opener = topic ? state.messages.get(topic) : undefined
  const parent = replyTo ?? opener
  return {
    ...(parent && { reply_to_message: withoutReply(parent) }),
    ...(topic
      ? { message_thread_id: topic, is_topic_message: true }
      : replyTo &&
        state.chat.type === 'supergroup' && {
          message_thread_id: replyTo.message_thread_id ?? replyTo.message_id,
        }),
  }
}

/** A message inside another one tells nothing of what it replies to itself. */
export function withoutReply(message: Message): NonNullable<Message['reply_to_message']> {
  const { reply_to_message: _, ...rest } = message
  // The types mark the absence as a field of its own, which JSON does not have.
  return rest as NonNullable<Message['reply_to_message']>
}
