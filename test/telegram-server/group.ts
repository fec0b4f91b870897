import type { Chat, Message, ReactionType, User } from 'grammy/types'
import type { Media } from './media.ts'
import { memberOf } from './members.ts'
import { announce, edit, type SayOptions, say } from './speak.ts'
import { addChat, type ChatState, unixTime, type World } from './world.ts'

export type GroupOptions = {
  readonly kind?: 'group' | 'supergroup' | 'channel'
  /** Makes it a supergroup with topics. */
  readonly isForum?: true
  /** Public chats have one. */
  readonly username?: string
  /** What the bot is there from the start, without having been told. */
  readonly bot?: 'member' | 'administrator' | 'left'
}

/** A group, supergroup or channel in the hands of a test. */
export type Group = {
  readonly id: number
  readonly chat: Chat
  say(author: User, text: string, options?: SayOptions): Message
  /** Several files sent as one; the caption stands at the first. */
  sayAlbum(author: User, media: readonly Media[], caption: string, options?: SayOptions): Message[]
  edit(message: { readonly message_id: number }, text: string, at?: Date): Message
  /** Somebody deletes a message in their app. Bots are not told. */
  delete(message: { readonly message_id: number }): void
  react(author: User, message: { readonly message_id: number }, emoji: string): void
  join(person: User): Message
  leave(person: User): Message
  rename(by: User, title: string): Message
  pin(by: User, message: Message): Message
  addBot(by: User): void
  kickBot(by: User): void
  promoteBot(by: User): void
  demoteBot(by: User): void
  createTopic(by: User, name: string): number
  closeTopic(by: User, topic: number): void
  deleteTopic(topic: number): void
  /** Turns a plain group into a supergroup; which of the two messages comes first is Telegram's whim. */
  migrate(by: User, order?: 'to-first' | 'from-first'): Group
}

/** Creates a chat; supergroup unless told otherwise, since most groups with bots are. */
export function createGroup(
  world: World,
  title: string,
  members: readonly User[],
  options: GroupOptions = {},
): Group {
  const chat = newChat(world.nextNumber(), title, options)
  const state = addChat(world, chat, options.bot ?? 'member')
  for (const member of members) state.members.set(member.id, member)
  // The first message of these says that they were created; in a forum its number is General's.
  if (chat.type !== 'group') state.nextMessageId()
  const [owner] = members
  if (owner) state.admins.add(owner.id)
  return groupOf(world, state)
}

/** Ids as Telegram gives them: what kind of chat it is can be told from the number. */
function newChat(number: number, title: string, options: GroupOptions): Chat {
  const id = -(1_002_000_000_000 + number)
  const name = options.username !== undefined && { username: options.username }
  switch (options.kind) {
    case 'group':
      return { id: -(4_000_000_000 + number), type: 'group', title }
    case 'channel':
      return { id, type: 'channel', title, ...name }
    default:
      return { id, type: 'supergroup', title, ...name, ...(options.isForum && { is_forum: true }) }
  }
}

function groupOf(world: World, state: ChatState): Group {
  const { chat } = state
  return {
    id: chat.id,
    get chat() {
      return state.chat
    },
    say: (author, text, options) => say(world, state, author, text, options),
    sayAlbum: (author, media, caption, options = {}) => {
      const fields = { ...options.fields, media_group_id: `13${world.nextNumber()}` }
      return media.map((item, index) =>
        say(world, state, author, index === 0 ? caption : '', { ...options, media: item, fields }),
      )
    },
    edit: (message, text, at) => edit(world, state, message, text, at),
    delete: ({ message_id }) => {
      state.messages.delete(message_id)
    },
    react: (author, message, emoji) => react(world, state, author, message.message_id, emoji),
    join: (person) => {
      changeMember(world, state, person, () => state.members.set(person.id, person))
      return announce(world, state, person, { new_chat_members: [person] })
    },
    leave: (person) => {
      const left = announce(world, state, person, { left_chat_member: person })
      changeMember(world, state, person, () => state.members.delete(person.id))
      return left
    },
    rename: (by, title) => {
      state.chat = { ...state.chat, title } as Chat // a private chat is never renamed
      return announce(world, state, by, { new_chat_title: title })
    },
    pin: (by, message) => announce(world, state, by, { pinned_message: message }),
    ...botRights(world, state),
    ...topicsOf(world, state),
    migrate: (by, order = 'to-first') => migrate(world, state, by, order),
  }
}

function botRights(world: World, state: ChatState) {
  const change = (by: User, to: ChatState['bot']) => changeBot(world, state, by, to)
  return {
    addBot: (by: User) => {
      change(by, 'member')
      if (state.chat.type !== 'channel') {
        announce(world, state, by, { new_chat_members: [world.me] })
      }
    },
    kickBot: (by: User) => {
      if (state.chat.type !== 'channel') announce(world, state, by, { left_chat_member: world.me })
      change(by, 'kicked')
    },
    promoteBot: (by: User) => change(by, 'administrator'),
    demoteBot: (by: User) => change(by, 'member'),
  }
}

/** Makes the bot something else in a chat, and tells it so. */
export function changeBot(world: World, state: ChatState, by: User, to: ChatState['bot']): void {
  const old_chat_member = memberOf(world, state, world.me.id)
  state.bot = to
  const new_chat_member = memberOf(world, state, world.me.id)
  const { chat } = state
  const date = unixTime(world.now())
  world.queue.add({ my_chat_member: { chat, from: by, date, old_chat_member, new_chat_member } })
}

/** Administrators are told who comes and goes, if they ask for that by name. */
function changeMember(world: World, state: ChatState, person: User, change: () => void): void {
  const old_chat_member = memberOf(world, state, person.id)
  change()
  const new_chat_member = memberOf(world, state, person.id)
  const { chat } = state
  const date = unixTime(world.now())
  if (state.bot !== 'administrator') return
  world.queue.add({ chat_member: { chat, from: person, date, old_chat_member, new_chat_member } })
}

function topicsOf(world: World, state: ChatState) {
  return {
    createTopic: (by: User, name: string) => {
      const { message_id: id } = announce(world, state, by, (id) => ({
        message_thread_id: id,
        is_topic_message: true,
        forum_topic_created: { name, icon_color: 7322096 },
      }))
      state.topics.set(id, 'open')
      return id
    },
    closeTopic: (by: User, topic: number) => {
      state.topics.set(topic, 'closed')
      const place = { message_thread_id: topic, is_topic_message: true }
      announce(world, state, by, { ...place, forum_topic_closed: {} })
    },
    deleteTopic: (topic: number) => {
      state.topics.delete(topic)
    },
  }
}

function react(world: World, state: ChatState, by: User, message_id: number, emoji: string): void {
  if (state.bot !== 'administrator' && state.chat.type !== 'private') return
  // Any emoji will do here; the types list those that Telegram offers today.
  const reaction = { type: 'emoji', emoji } as ReactionType
  world.queue.add({
    message_reaction: {
      chat: state.chat,
      message_id,
      user: by,
      date: unixTime(world.now()),
      old_reaction: [],
      new_reaction: [reaction],
    },
  })
}

function migrate(world: World, old: ChatState, by: User, order: 'to-first' | 'from-first'): Group {
  if (old.chat.type !== 'group') throw new Error('Only a plain group can become a supergroup.')
  const { title } = old.chat
  const id = -(1_002_000_000_000 + world.nextNumber())
  const next = addChat(world, { id, type: 'supergroup', title }, old.bot)
  for (const [key, member] of old.members) next.members.set(key, member)
  for (const admin of old.admins) next.admins.add(admin)
  const to = () => announce(world, old, by, { migrate_to_chat_id: id })
  const from = () => announce(world, next, by, { migrate_from_chat_id: old.chat.id })
  for (const tell of order === 'to-first' ? [to, from] : [from, to]) tell()
  old.migratedTo = id
  return groupOf(world, next)
}
