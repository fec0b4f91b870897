import type { DiscordServerGuild, DiscordWorld } from './discord-world.ts'
import { isThreadRoom } from './discord-world.ts'
import { guildCreate } from './guild-payload.ts'
import type { DiscordRecords } from './routes/route.ts'
import type { Overwrite, WireMessage, WireRoom, WireUser } from './wire.ts'

/* What people do on Discord, and what the bot is sent of it. */

export type WriteOptions = Partial<
  Pick<
    WireMessage,
    | 'type'
    | 'attachments'
    | 'embeds'
    | 'components'
    | 'sticker_items'
    | 'poll'
    | 'webhook_id'
    | 'message_snapshots'
    | 'message_reference'
  >
> & { readonly replyTo?: string; readonly at?: Date }

export type People = {
  person(name: string, options?: { readonly isBot?: boolean }): WireUser
  guild(name: string, members?: readonly WireUser[]): DiscordServerGuild
  join(guild: DiscordServerGuild, person: WireUser, nick?: string | null): void
  room(
    guild: DiscordServerGuild,
    name: string,
    options?: { readonly type?: number; readonly overwrites?: Overwrite[] },
  ): WireRoom
  thread(parent: WireRoom, name: string, options?: { readonly id?: string }): WireRoom
  direct(person: WireUser): WireRoom
  write(room: WireRoom, author: WireUser, content: string, options?: WriteOptions): WireMessage
  edit(id: string, content: string): WireMessage
  erase(...ids: readonly string[]): void
  react(id: string, emoji: string, by: WireUser): void
  unreact(id: string, emoji: string, by: WireUser): void
  /** Uses a command of the menu; returns the interaction's id. */
  command(room: WireRoom, author: WireUser, name: string, text?: string): string
  /** Presses a button; returns the interaction's id. */
  press(message: WireMessage, by: WireUser, customId: string): string
  attach(name: string, type: string, bytes: Uint8Array): Readonly<Record<string, unknown>>
  addBot(guild: DiscordServerGuild): void
  removeBot(guild: DiscordServerGuild): void
}

type PeopleDeps = {
  readonly world: DiscordWorld
  readonly records: DiscordRecords
  readonly dispatch: (name: string, data: unknown, guildId?: string) => number
  readonly fileRoot: string
}

/** What people may do. */
export function createPeople(deps: PeopleDeps): People {
  const { world, records, dispatch } = deps
  const find = (id: string): WireMessage => {
    const message = world.messages.get(id)
    if (message === undefined) throw new Error(`No such message: ${id}`)
    return message
  }
  const shownTo = (message: WireMessage) => {
    const member = memberOf(message, world)
    return { ...message, ...(member && { member }) }
  }
  const interact = (room: WireRoom, by: WireUser, rest: Readonly<Record<string, unknown>>) => {
    const id = world.nextId()
    const token = `token-${id}`
    records.interactions.set(id, { token, at: performance.now() })
    const guild = room.guild_id
    const member = guild === undefined ? undefined : world.guilds.get(guild)?.members.get(by.id)
    const who = guild === undefined ? { user: by } : { member: { ...member, user: by } }
    const event = { id, token, version: 1, channel_id: room.id, channel: room, ...who, ...rest }
    dispatch('INTERACTION_CREATE', { ...event, guild_id: guild }, guild)
    return id
  }
  const changeReaction = (id: string, emoji: string, by: WireUser, change: 1 | -1) => {
    const message = find(id)
    const known = message.reactions.find((one) => one.emoji.name === emoji)
    if (known !== undefined) known.count += change
    else message.reactions.push({ emoji: { id: null, name: emoji }, count: 1, me: false })
    message.reactions = message.reactions.filter(({ count }) => count > 0)
    const { channel_id, guild_id } = message
    const event = { channel_id, guild_id, message_id: id, user_id: by.id, emoji: { name: emoji } }
    dispatch(`MESSAGE_REACTION_${change === 1 ? 'ADD' : 'REMOVE'}`, event, guild_id)
  }
  const people: People = {
    person: (name, { isBot = false } = {}) => world.addUser(name, isBot),
    guild: (name, members = []) => {
      const guild = world.addGuild(name)
      for (const member of members) people.join(guild, member)
      dispatch('GUILD_CREATE', guildCreate(world, guild), guild.id)
      return guild
    },
    join: (guild, user, nick = null) => {
      const joined_at = new Date().toISOString()
      guild.members.set(user.id, { user, nick, roles: [], joined_at })
    },
    room: (guild, name, { type = 0, overwrites = [] } = {}) => {
      const base = { type, guild_id: guild.id, parent_id: null, name }
      const room = world.addRoom({ ...base, permission_overwrites: overwrites })
      dispatch('CHANNEL_CREATE', room, guild.id)
      return room
    },
    thread: (parent, name, { id } = {}) => {
      const guild_id = parent.guild_id ?? ''
      const now = new Date().toISOString()
      const thread_metadata = { archived: false, archive_timestamp: now, locked: false }
      const base = { type: 11, guild_id, parent_id: parent.id, name, thread_metadata }
      const thread = world.addRoom({ ...base, ...(id !== undefined && { id }) })
      dispatch('THREAD_CREATE', { ...thread, newly_created: true }, guild_id)
      return thread
    },
    direct: (person) => world.addRoom({ type: 1, recipients: [person] }),
    write: (room, author, content, { replyTo, at = new Date(), ...rest } = {}) => {
      const parent = replyTo === undefined ? undefined : find(replyTo)
      const message: WireMessage = {
        id:
          isThreadRoom(room) &&
          room.last_message_id === null &&
          world.rooms.get(room.parent_id ?? '')?.type === 15
            ? room.id
            : world.nextId(at),
        channel_id: room.id,
        ...(room.guild_id !== undefined && { guild_id: room.guild_id }),
        ...{ author, content, edited_timestamp: null, type: parent === undefined ? 0 : 19 },
        timestamp: at.toISOString(),
        ...{ tts: false, mention_everyone: content.includes('@everyone'), pinned: false },
        mentions: mentionsIn(content, world, parent),
        mention_roles: [...content.matchAll(/<@&(\d+)>/g)].map(([, id = '']) => id),
        ...{ attachments: [], embeds: [], components: [], reactions: [] },
        ...(parent !== undefined && {
          message_reference: { type: 0, message_id: parent.id, channel_id: parent.channel_id },
          referenced_message: parent,
        }),
        ...rest,
      }
      world.messages.set(message.id, message)
      room.last_message_id = message.id
      const sessions = dispatch('MESSAGE_CREATE', shownTo(message), message.guild_id)
      if (sessions === 0) (room.type === 1 ? records.early : records.unread).add(message.id)
      return message
    },
    edit: (id, content) => {
      const message = find(id)
      message.content = content
      message.mentions = mentionsIn(content, world)
      message.edited_timestamp = new Date().toISOString()
      dispatch('MESSAGE_UPDATE', shownTo(message), message.guild_id)
      return message
    },
    erase: (...ids) => {
      const [first] = ids.map(find)
      if (first === undefined) return
      for (const id of ids) {
        world.messages.delete(id)
        world.deleted.add(id)
        records.unread.delete(id)
        records.early.delete(id)
      }
      const { channel_id, guild_id } = first
      const [id] = ids
      if (ids.length === 1) dispatch('MESSAGE_DELETE', { id, channel_id, guild_id }, guild_id)
      else dispatch('MESSAGE_DELETE_BULK', { ids, channel_id, guild_id }, guild_id)
    },
    react: (id, emoji, by) => changeReaction(id, emoji, by, 1),
    unreact: (id, emoji, by) => changeReaction(id, emoji, by, -1),
    command: (room, author, name, text) => {
      const options = text === undefined ? [] : [{ type: 3, name: 'text', value: text }]
      return interact(room, author, { type: 2, data: { id: '1', name, type: 1, options } })
    },
    press: (message, by, custom_id) => {
      const room = world.rooms.get(message.channel_id)
      if (room === undefined) throw new Error('No such channel')
      return interact(room, by, { type: 3, message, data: { custom_id, component_type: 2 } })
    },
    attach: (filename, content_type, bytes) => {
      const id = world.nextId()
      world.files.set(id, { name: filename, bytes })
      const url = `${deps.fileRoot}/attachments/1/${id}/${filename}?ex=1&is=2&hm=3`
      return { id, filename, content_type, size: bytes.length, url, proxy_url: url }
    },
    addBot: (guild) => {
      const joined_at = new Date().toISOString()
      guild.joinedAt = joined_at
      guild.members.set(world.bot.id, { user: world.bot, nick: null, roles: [], joined_at })
      dispatch('GUILD_CREATE', guildCreate(world, guild), guild.id)
    },
    removeBot: (guild) => {
      guild.members.delete(world.bot.id)
      dispatch('GUILD_DELETE', { id: guild.id }, guild.id)
    },
  }
  return people
}

function memberOf({ guild_id, author, webhook_id }: WireMessage, { guilds }: DiscordWorld) {
  const member = guilds.get(guild_id ?? '')?.members.get(author.id)
  if (member === undefined || webhook_id !== undefined) return undefined
  return { nick: member.nick, roles: member.roles, joined_at: member.joined_at }
}

function mentionsIn(
  content: string,
  { users }: DiscordWorld,
  parent?: WireMessage,
): readonly WireUser[] {
  const outside = content.replaceAll(/```[\s\S]*?```|`[^`]*`/g, '')
  const ids = [...outside.matchAll(/<@!?(\d+)>/g)].map(([, id = '']) => id)
  const all = [...ids, ...(parent === undefined ? [] : [parent.author.id])]
  return [...new Set(all)].flatMap((id) => users.get(id) ?? [])
}
