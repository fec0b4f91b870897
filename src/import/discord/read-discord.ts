import { AppError } from '../../domain/errors.ts'
import type { IncomingMessage } from '../../domain/message.ts'
import { asFields, type Fields, fieldText, idOf } from '../../text/fields.ts'
import type { ImportChat, ImportItem, ReadOptions, SkipReason } from '../item.ts'
import type { ImportInput } from '../open-source.ts'
import { type Choice, walkJson } from '../walk-json.ts'
import { discordMessage } from './discord-message.ts'

/* The JSON of DiscordChatExporter: a file holds one channel or one thread. */

function choose(path: string): Choice {
  if (path === '' || path === '/messages') return 'enter'
  return ['/guild', '/channel', '/messages/*'].includes(path) ? 'take' : 'pass'
}

/** Reads the messages of a Discord channel. */
export async function* readDiscord(
  source: ImportInput,
  options: ReadOptions,
): AsyncGenerator<ImportItem> {
  let guild: Fields | null = null
  let channel: Fields | null = null
  let chat: ImportChat | null = null
  for await (const met of walkJson(source.bytes(), choose)) {
    if (met.type === 'spoilt') {
      yield { type: 'skipped', reason: met.why, where: `byte ${met.at}` }
    } else if (met.type === 'entered') {
      if (met.path === '/messages') chat = discordChat(source, guild, channel, options)
    } else if (met.path === '/guild') guild = asFields(met.value)
    else if (met.path === '/channel') channel = asFields(met.value)
    else if (chat !== null) yield readEntry(met.value, chat, idOf(channel?.id))
  }
  if (chat === null) throw notDiscord(source)
}

function readEntry(value: unknown, chat: ImportChat, channelId: string | null): ImportItem {
  const entry = asFields(value)
  const where = `chat ${chat.externalId}, message ${idOf(entry?.id) ?? 'without an id'}`
  const message: IncomingMessage | SkipReason =
    entry === null ? 'not_a_message' : discordMessage(entry, channelId)
  return typeof message === 'string'
    ? { type: 'skipped', reason: message, where }
    : { type: 'message', chat, message }
}

function discordChat(
  source: ImportInput,
  guild: Fields | null,
  channel: Fields | null,
  options: ReadOptions,
): ImportChat {
  const id = idOf(channel?.id)
  if (channel === null || id === null) throw notDiscord(source)
  const names = [fieldText(guild?.name), fieldText(channel.name)].filter((name) => name !== null)
  return {
    channel: options.chat?.channel ?? 'discord',
    externalId: options.chat?.externalId ?? id,
    kind: fieldText(channel.type) === 'DirectTextChat' ? 'private' : 'group',
    title: names.join(' / ') || null,
    ids: 'own',
  }
}

function notDiscord({ name }: ImportInput): AppError {
  return new AppError(
    'file_type_unknown',
    `${name} is JSON, but not in the format of DiscordChatExporter (guild, channel, messages). Export the channel with format JSON.`,
  )
}
