import type { DiscordServer, DiscordServerOptions } from '../discord-server/discord-server.ts'
import { startDiscordServer } from '../discord-server/discord-server.ts'
import { isThreadRoom } from '../discord-server/discord-world.ts'
import { plainText } from '../discord-server/plain-text.ts'
import type { WireMessage, WireRoom, WireUser } from '../discord-server/wire.ts'
import type { BotMessage, Platform, PlatformPerson, Room, Trouble } from './platform.ts'

/** A Discord on this machine, as a platform among others. */
export async function startDiscordPlatform(options: DiscordServerOptions = {}): Promise<Platform> {
  return discordPlatform(await startDiscordServer(options))
}

/** The platform that a server is: one server of Discord, whose text channels are the rooms. */
export function discordPlatform(discord: DiscordServer): Platform {
  const { world, people, gateway } = discord
  const guild = people.guild('Tea')
  const mention = `<@${world.bot.id}>`
  /** Messages that were written, and those of them that were deleted. */
  const said = new Map<string, WireMessage>()
  const userOf = ({ id }: PlatformPerson): WireUser => {
    const user = world.users.get(id)
    if (user === undefined) throw new Error(`No such person: ${id}`)
    return user
  }
  const roomOf = (room: WireRoom): Room => {
    const inThread = (topic: string | undefined) =>
      topic === undefined ? room : (world.rooms.get(topic) ?? room)
    return {
      id: room.id,
      say: (author, text, { replyTo, at, topic } = {}) => {
        const message = people.write(inThread(topic), userOf(author), text, {
          ...(replyTo !== undefined && world.messages.has(replyTo.id) && { replyTo: replyTo.id }),
          ...(at !== undefined && { at }),
        })
        said.set(message.id, message)
        return { chat: room.id, topic: topic ?? null, id: message.id }
      },
      edit: ({ id }, text) => {
        // In the history only the last text is found: a mention that the bot has not seen yet stays one.
        const isSeen = !discord.records.unread.has(id)
        const called = world.messages.get(id)?.content.startsWith(mention) === true
        people.edit(id, isSeen || !called ? text : `${mention} ${text}`)
      },
      delete: ({ id }) => people.erase(id),
      openThread: (_by, title) => (room.type === 1 ? null : people.thread(room, title).id),
      command: (author, name, args) => void people.command(room, userOf(author), name, args),
    }
  }
  return {
    channel: 'discord',
    env: { EARSHOT_DISCORD_TOKEN: discord.token, EARSHOT_DISCORD_API_ROOT: discord.apiRoot },
    mention,
    tellsDeletions: true,
    person: (name) => ({ id: people.person(name).id, name }),
    room: (title, members) => {
      for (const member of members) people.join(guild, userOf(member))
      return roomOf(people.room(guild, title))
    },
    direct: (person) => roomOf(people.direct(userOf(person))),
    messages: () =>
      [...said.values()].map((message) => ({
        ...placeOf(message, discord),
        id: message.id,
        text: message.content.replaceAll(mention, `@${world.bot.username}`),
        isDeleted: world.deleted.has(message.id),
      })),
    sent: (chat) =>
      discord
        .sent()
        .map((message) => toBotMessage(message, discord))
        .filter((message) => chat === undefined || message.chat === chat),
    press: (person, { id }, label) => {
      const message = world.messages.get(id)
      const button =
        message === undefined ? undefined : buttonsOf(message).find((b) => b.label === label)
      if (message === undefined || button === undefined) throw new Error(`No button: ${label}`)
      people.press(message, userOf(person), button.custom_id)
    },
    pending: () => gateway.pending().length + unseen(discord),
    violations: () => discord.violations,
    until: discord.until,
    holdSend: (when) => {
      const fault = discord.fault({ method: SEND, kind: 'hang', when })
      return {
        reached: fault.reached,
        release: () => {
          fault.clear()
          fault.release()
        },
      }
    },
    troubles: troublesOf(discord),
    stop: discord.stop,
  }
}

function unseen({ records: { unread, early } }: DiscordServer): number {
  return unread.size + early.size
}

const SEND = 'POST /channels/:id/messages'

type WireButton = { readonly label: string; readonly custom_id: string }

function buttonsOf({ components }: WireMessage): readonly WireButton[] {
  const rows = components as readonly { readonly components: readonly WireButton[] }[]
  return rows.flatMap((row) => row.components)
}

function placeOf({ channel_id: id }: WireMessage, { world }: DiscordServer) {
  const room = world.rooms.get(id)
  const isThread = isThreadRoom(room)
  return { chat: (isThread ? room?.parent_id : id) ?? id, topic: isThread ? id : null }
}

function toBotMessage(message: WireMessage, discord: DiscordServer): BotMessage {
  return {
    ...placeOf(message, discord),
    id: message.id,
    text: plainText(message.content),
    replyTo: message.message_reference?.message_id ?? null,
    buttons: buttonsOf(message).map(({ label }) => label),
  }
}

/** What may go wrong at Discord. Sending is safe to repeat where a nonce stands for the message, but a bot may not know it. */
function troublesOf(discord: DiscordServer): Platform['troubles'] {
  const { gateway } = discord
  const faulty = (isDoubtful: boolean, fault: Parameters<DiscordServer['fault']>[0]): Trouble => {
    const set: { clear(): void }[] = []
    return {
      isDoubtful,
      start: () => void set.push(discord.fault(fault)),
      clear: () => {
        for (const one of set) one.clear()
      },
    }
  }
  const now = (start: () => void): Trouble => ({ isDoubtful: false, start, clear: () => undefined })
  return {
    limit: faulty(false, { method: SEND, kind: 'flood', retryAfter: 0.4 }),
    failure: faulty(true, { method: SEND, kind: 'status', status: 502 }),
    garbage: faulty(true, { method: SEND, kind: 'garbage' }),
    cutBefore: faulty(true, { method: SEND, kind: 'cut-before' }),
    cutAfter: faulty(true, { method: SEND, kind: 'cut-after' }),
    late: faulty(false, { method: SEND, kind: 'delay', ms: 60, when: 'after' }),
    socketCut: now(gateway.cut),
    reconnect: now(gateway.askToReconnect),
    resumable: now(() => gateway.invalidate(true)),
    repeated: now(() => gateway.repeat(3)),
    history: faulty(false, {
      method: 'GET /channels/:id/messages',
      kind: 'status',
      status: 500,
    }),
  }
}
