import type { Chat, Message, MessageOrigin, Update, User } from 'grammy/types'
import { readTyped } from './format-text.ts'
import { hears } from './hears.ts'
import { type Media, mediaFields } from './media.ts'
import { type ChatState, placeFields, unixTime, type World } from './world.ts'

/* People speak: a message is made as their app would make it, kept, and the bot is told of it if it
 * may hear it. */

export type SayOptions = {
  readonly replyTo?: { readonly message_id: number }
  /** The part of it that is quoted. */
  readonly quote?: string
  /** The topic of a forum, by the id that `createTopic` gave. */
  readonly topic?: number
  readonly at?: Date
  /** The text is its caption then. */
  readonly media?: Media
  readonly forwardedFrom?: User
  readonly viaBot?: User
  /** Who speaks instead: the group itself (an anonymous admin), or a channel. */
  readonly as?: Chat
  /** People named in the text who have no username. */
  readonly mentions?: readonly User[]
  /** Anything else the Bot API knows: a poll, dice, a protected message. */
  readonly fields?: Partial<Message>
}

const ANONYMOUS: User = {
  id: 1087968824,
  is_bot: true,
  first_name: 'Group',
  username: 'GroupAnonymousBot',
}
const CHANNEL_BOT: User = {
  id: 136817688,
  is_bot: true,
  first_name: 'Channel',
  username: 'Channel_Bot',
}

/** Makes a message, keeps it and tells the bot. */
export function say(
  world: World,
  state: ChatState,
  author: User,
  text: string,
  options: SayOptions = {},
): Message {
  const parent = options.replyTo ? findMessage(state, options.replyTo.message_id) : null
  const message: Message = {
    ...frame(world, state, author, options.at),
    ...speakerFields(state, author, options.as),
    ...placeFields(state, { topic: options.topic ?? null, replyTo: parent }),
    ...textFields(text, options),
    ...(options.media && mediaFields(world, options.media)),
    ...(options.quote !== undefined && { quote: quoteOf(parent, options.quote) }),
    ...(options.forwardedFrom && {
      forward_origin: originOf(options.forwardedFrom, unixTime(world.now())),
    }),
    ...(options.viaBot && { via_bot: options.viaBot }),
    ...options.fields,
  }
  state.messages.set(message.message_id, message)
  tell(world, state, message, 'message')
  if (author.is_bot && !options.as) state.lastBot = author.id
  return message
}

/** What the app writes by itself, such as who joined; some of it names its own id. */
export function announce(
  world: World,
  state: ChatState,
  author: User,
  fields: Partial<Message> | ((id: number) => Partial<Message>),
): Message {
  const base = frame(world, state, author)
  const message: Message = {
    ...base,
    ...speakerFields(state, author),
    ...(typeof fields === 'function' ? fields(base.message_id) : fields),
  }
  state.messages.set(message.message_id, message)
  tell(world, state, message, 'message')
  return message
}

/** Changes a text or caption; the bot is told of the whole message anew. */
export function edit(
  world: World,
  state: ChatState,
  { message_id }: { readonly message_id: number },
  text: string,
  at: Date = world.now(),
): Message {
  const { entities: _, caption_entities: __, ...old } = findMessage(state, message_id)
  const isText = old.text !== undefined
  const message: Message = {
    ...old,
    ...textFields(text, isText ? {} : { media: { kind: 'photo' } }),
    edit_date: unixTime(at),
  }
  state.messages.set(message_id, message)
  tell(world, state, message, 'edited_message')
  return message
}

/** A message of the chat; a test that names another is wrong. */
export function findMessage(state: ChatState, id: number): Message {
  const message = state.messages.get(id)
  if (!message) throw new Error(`There is no message ${id} in chat ${state.chat.id}.`)
  return message
}

function tell(
  world: World,
  state: ChatState,
  message: Message,
  kind: 'message' | 'edited_message',
): void {
  if (!hears(world, state, message)) return
  const post = kind === 'message' ? 'channel_post' : 'edited_channel_post'
  const update = { [state.chat.type === 'channel' ? post : kind]: message }
  // The types tell the four kinds of message apart by what the chat's type already says.
  world.queue.add(update as Omit<Update, 'update_id'>)
}

function frame(world: World, state: ChatState, author: User, at: Date = world.now()): Message {
  if (state.migratedTo !== null) throw new Error('This group became a supergroup; speak there.')
  if (state.chat.type !== 'channel') state.members.set(author.id, author)
  return { message_id: state.nextMessageId(), date: unixTime(at), chat: state.chat }
}

function speakerFields({ chat }: ChatState, author: User, as?: Chat): Partial<Message> {
  if (chat.type === 'channel') return { sender_chat: chat, author_signature: author.first_name }
  if (!as) return { from: author }
  return { from: as.id === chat.id ? ANONYMOUS : CHANNEL_BOT, sender_chat: as }
}

function textFields(typed: string, { media, mentions }: SayOptions): Partial<Message> {
  const { text, entities } = readTyped(typed, mentions)
  if (text === '') return {}
  const marks = entities.length > 0 ? entities : undefined
  return media
    ? { caption: text, ...(marks && { caption_entities: marks }) }
    : { text, ...(marks && { entities: marks }) }
}

function quoteOf(parent: Message | null, text: string): NonNullable<Message['quote']> {
  const position = (parent?.text ?? parent?.caption ?? '').indexOf(text)
  if (position < 0) throw new Error('A quote is a part of the message it replies to.')
  return { text, position, is_manual: true }
}

const originOf = (user: User, date: number): MessageOrigin => ({
  type: 'user',
  sender_user: user,
  date,
})
