import { AppError } from '../../domain/errors.ts'
import { asFields, type Fields, idOf } from '../../text/fields.ts'
import type { ImportItem, ReadOptions } from '../item.ts'
import type { ImportInput } from '../open-source.ts'
import { type Choice, walkJson } from '../walk-json.ts'
import { gatherAlbums } from './gather-albums.ts'
import { renameForeign } from './rename-foreign.ts'
import { type ChatWithOlder, telegramChat } from './telegram-chat.ts'
import { telegramMessage } from './telegram-message.ts'
import { createTopics, type Topics } from './topics.ts'

/* Telegram Desktop's result.json: one chat, or the whole account with its chats in a list. */

const ONE = ''
const LISTS = ['/chats/list/*', '/left_chats/list/*']
const HEAD = ['name', 'type', 'id']

/** The parts of the file that are read; contacts, sessions and the like are skipped. */
function choose(path: string): Choice {
  if (['', '/chats', '/left_chats', '/chats/list', '/left_chats/list', ...LISTS].includes(path)) {
    return 'enter'
  }
  for (const chat of [ONE, ...LISTS]) {
    if (path === `${chat}/messages/*`) return 'take'
    if (path === `${chat}/messages`) return 'enter'
    if (HEAD.some((field) => path === `${chat}/${field}`)) return 'take'
  }
  return 'pass'
}

/** Reads the messages of a Telegram export, chat after chat. */
export function readTelegram(
  source: ImportInput,
  options: ReadOptions,
): AsyncGenerator<ImportItem> {
  return renameForeign(gatherAlbums(readEntries(source, options)))
}

async function* readEntries(source: ImportInput, options: ReadOptions): AsyncGenerator<ImportItem> {
  let head: Record<string, unknown> = {}
  let chat: ChatWithOlder | null = null
  let topics: Topics = createTopics()
  let hasNote = false
  for await (const met of walkJson(source.bytes(), choose)) {
    const field = met.path.slice(met.path.lastIndexOf('/') + 1)
    if (met.type === 'entered') {
      if (LISTS.includes(met.path)) {
        if (options.chat !== null) throw severalChats()
        head = {}
      }
      if (field === 'messages') {
        chat = telegramChat(head, options)
        topics = createTopics()
      }
    } else if (met.type === 'spoilt') {
      const where = chat === null ? `byte ${met.at}` : `chat ${chat.externalId}, byte ${met.at}`
      yield { type: 'skipped', reason: met.why, where }
    } else if (HEAD.includes(field)) head[field] = met.value
    else if (chat !== null) {
      const item = readEntry(met.value, chat, topics)
      if (!hasNote && item.type === 'message' && asFields(met.value)?.date_unixtime === undefined) {
        hasNote = true
        yield {
          type: 'note',
          text: `Times in this export have no time zone; they are read as ${options.timeZone ?? 'UTC'}. Use --timezone to set another.`,
        }
      }
      yield item
    }
  }
  if (chat === null) {
    throw new AppError(
      'file_type_unknown',
      `${source.name} is JSON, but contains no Telegram chat. In Telegram Desktop choose "Export chat history", format "Machine-readable JSON".`,
    )
  }
}

function readEntry(value: unknown, chat: ChatWithOlder, topics: Topics): ImportItem {
  const entry: Fields | null = asFields(value)
  const where = `chat ${chat.externalId}, message ${idOf(entry?.id) ?? 'without an id'}`
  if (entry === null) return { type: 'skipped', reason: 'not_a_message', where }
  const home = idOf(entry.id)?.startsWith('-') ? chat.older : chat
  const message = telegramMessage(entry, home)
  if (typeof message === 'string') return { type: 'skipped', reason: message, where }
  const createsTopic = entry.action === 'topic_created'
  return { type: 'message', chat: home, message: topics.place(message, createsTopic) }
}

function severalChats(): AppError {
  return new AppError(
    'invalid_request',
    'This export contains several chats, and --chat takes only one. Omit --chat, or export a single chat.',
  )
}
