import { z } from 'zod'
import type { BotIdentity, Channel, FetchChannelFile, ThreadRef } from '../channel.ts'
import { classifyDiscordError } from './classify-error.ts'
import { registerCommandMenu } from './command-menu.ts'
import { createDirectory } from './directory.ts'
import type { DiscordApi } from './discord-api.ts'
import { findDiscordMember } from './discord-members.ts'
import { DISCORD_TEXTS } from './discord-texts.ts'
import { createGateway } from './gateway/listen-to-gateway.ts'
import { fetchMessage } from './message-events.ts'
import {
  DISCORD_CHARACTERS,
  editInDiscord,
  postToDiscord,
  reactInDiscord,
} from './post-to-discord.ts'
import { readDiscordEvent } from './read/read-discord-event.ts'
import { type DiscordInteraction, DiscordUser } from './schemas.ts'
import { toDiscordMarkdown } from './to-discord-markdown.ts'

export type DiscordOptions = {
  readonly api: DiscordApi
  readonly token: string
  readonly fetchFile: FetchChannelFile
  readonly now: () => Date
}

/** Servers, messages and reactions in them and in private. */
const INTENTS = (1 << 0) | (1 << 9) | (1 << 10) | (1 << 12) | (1 << 13)
const MESSAGE_CONTENT_INTENT = 1 << 15
/** The application may receive the content of messages, of up to a hundred servers or more. */
const MESSAGE_CONTENT_FLAGS = (1 << 18) | (1 << 19)
/** Kinds of response to an interaction. */
const REPLY = 4
const DEFERRED_UPDATE = 6
const ONLY_FOR_THE_USER = 1 << 6

/** The channel of a Discord bot. */
export function openDiscord({ api, token, fetchFile, now }: DiscordOptions): Channel {
  let bot: BotIdentity | null = null
  const botId = () => bot?.id ?? ''
  const directory = createDirectory(api, botId)
  const listen = createGateway({
    ...{ api, directory, botId, now, token },
    intents: async () => {
      bot = await introduce(api)
      // Asking for an intent that is not enabled would end the connection.
      return bot.readsAll ? INTENTS | MESSAGE_CONTENT_INTENT : INTENTS
    },
    respond: (interaction) => respond(api, interaction, { type: REPLY, data: IN_A_MOMENT }),
  })
  return {
    name: 'discord',
    label: 'Discord',
    limits: {
      characters: DISCORD_CHARACTERS,
      // Five edits in five seconds, and messages count.
      editPauseMs: { group: 1_500, private: 1_500 },
      typingMs: 10_000,
      keepsEventsMs: null,
      repeatsMs: 120_000,
    },
    texts: DISCORD_TEXTS,
    introduce: async () => {
      bot = await introduce(api)
      return bot
    },
    registerCommands: async (commands) => {
      const { id } = await api.get('/applications/@me', Application)
      await registerCommandMenu(api, id, commands)
    },
    listen,
    readWebhook: null,
    read: ([payload], names) =>
      readDiscordEvent(payload, names, {
        fetchMessage: (room, id) => fetchMessage(room, id, api),
        acknowledge: (interaction) => respond(api, interaction, { type: DEFERRED_UPDATE }),
      }),
    post: (target, message) => postToDiscord(api, target, message),
    edit: (sent, message) => editInDiscord(api, sent, message),
    react: (sent, emoji) => reactInDiscord(api, sent, emoji),
    lengthOf: (text) => toDiscordMarkdown(text).length,
    showTyping: (thread) => showTyping(api, thread),
    privateChatLink: ({ id }) => `https://discord.com/users/${id}`,
    findMember: (chat, person) => findDiscordMember(api, directory, chat, person),
    fetchFile,
    classifyError: classifyDiscordError,
  }
}

/** Shown only to the person who used the command; the reply comes as a message, also after a restart. */
const IN_A_MOMENT = { content: 'I reply in this channel in a moment.', flags: ONLY_FOR_THE_USER }

const Application = z.object({ id: z.string(), flags: z.number().int().default(0) })

async function introduce(api: DiscordApi): Promise<BotIdentity> {
  const { id, username, global_name: name } = await api.get('/users/@me', DiscordUser)
  const { flags } = await api.get('/applications/@me', Application)
  return { id, username, name: name ?? username, readsAll: (flags & MESSAGE_CONTENT_FLAGS) !== 0 }
}

async function showTyping(api: DiscordApi, { chat, topic }: ThreadRef): Promise<void> {
  await api.post(`/channels/${topic ?? chat}/typing`, z.unknown())
}

async function respond(
  api: DiscordApi,
  { id, token }: DiscordInteraction,
  body: { readonly type: number; readonly data?: typeof IN_A_MOMENT },
): Promise<void> {
  await api.post(`/interactions/${id}/${token}/callback`, z.unknown(), { body })
}
