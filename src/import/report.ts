import { formatThreadId } from '../domain/chat.ts'
import { asFields, fieldText, idOf } from '../text/fields.ts'
import type { ImportItem } from './item.ts'
import { createSeenIds } from './seen-ids.ts'

/** What an import did, and what it left out and why. It names places, never a message's text. */
export type Report = {
  readonly stored: number
  readonly duplicates: number
  /** Messages in the file, without skipped ones. */
  readonly messages: number
  /** The times of the oldest and newest of them; null if there is none. */
  readonly firstAt: Date | null
  readonly lastAt: Date | null
  readonly people: number
  readonly chats: number
  /** Some of the chats, with their number of messages. */
  readonly chatList: readonly CountedChat[]
  readonly media: number
  /** Replies whose parent was not in the file before them; they are stored, without a parent. */
  readonly repliesWithoutParent: number
  readonly skipped: Readonly<Record<string, SkippedLine>>
  readonly notes: readonly string[]
}

/** A chat of the file: channel:chat, and its title. */
export type CountedChat = {
  readonly threadId: string
  readonly title: string | null
  readonly messages: number
}

type SkippedLine = { readonly count: number; readonly examples: readonly string[] }

/** Counts while an import runs. */
export type Counting = {
  found(item: Extract<ImportItem, { type: 'message' | 'line' }>): void
  sent(result: { readonly stored: number; readonly duplicates: number }): void
  skip(reason: string, where: string): void
  note(text: string): void
  /** How many messages the server has confirmed. */
  done(): number
  /** The place of the last message read; null before the first. */
  last(): string | null
  report(): Report
}

const MAX_EXAMPLES = 10
const MAX_CHATS = 20

/** Starts the counters. */
export function createCounting(): Counting {
  const people = new Set<string>()
  const chats = new Map<string, { title: string | null; messages: number }>()
  const seen = createSeenIds()
  const skipped = new Map<string, { count: number; examples: string[] }>()
  const notes = new Set<string>()
  let last: string | null = null
  let [firstAt, lastAt] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  const totals = { messages: 0, stored: 0, duplicates: 0, media: 0, repliesWithoutParent: 0 }
  return {
    found: (item) => {
      const { chat, title, author, id, sentAt, replyTo, media } = gist(item)
      last = whereIs(item)
      const known = chats.get(chat) ?? { title, messages: 0 }
      known.messages += 1
      chats.set(chat, known)
      totals.messages += 1
      // A line without a valid time is refused by the server.
      if (!Number.isNaN(sentAt)) {
        firstAt = Math.min(firstAt, sentAt)
        lastAt = Math.max(lastAt, sentAt)
      }
      people.add(author)
      totals.media += media
      if (replyTo !== null && !seen.has(`${chat} ${replyTo}`)) totals.repliesWithoutParent += 1
      seen.add(`${chat} ${id}`)
    },
    sent: ({ stored, duplicates }) => {
      totals.stored += stored
      totals.duplicates += duplicates
    },
    skip: (reason, where) => {
      const known = skipped.get(reason) ?? { count: 0, examples: [] }
      known.count += 1
      if (known.examples.length < MAX_EXAMPLES) known.examples.push(where)
      skipped.set(reason, known)
    },
    note: (text) => notes.add(text),
    done: () => totals.stored + totals.duplicates,
    last: () => last,
    report: () => ({
      ...totals,
      firstAt: Number.isFinite(firstAt) ? new Date(firstAt) : null,
      lastAt: Number.isFinite(lastAt) ? new Date(lastAt) : null,
      people: people.size,
      chats: chats.size,
      chatList: [...chats]
        .slice(0, MAX_CHATS)
        .map(([threadId, counted]) => ({ threadId, ...counted })),
      skipped: Object.fromEntries(skipped),
      notes: [...notes],
    }),
  }
}

/** The place of an item, for the user to find it. */
export function whereIs(item: Extract<ImportItem, { type: 'message' | 'line' }>): string {
  if (item.type === 'line') return item.where
  return `chat ${item.chat.externalId}, message ${item.message.externalId}`
}

/** The counted fields of an item, of either shape. */
function gist(item: Extract<ImportItem, { type: 'message' | 'line' }>) {
  if (item.type === 'message') {
    const { chat, message } = item
    return {
      chat: formatThreadId({ ...chat, topic: null }),
      title: chat.title,
      sentAt: message.sentAt.getTime(),
      author: message.author.externalId,
      id: message.externalId,
      replyTo: message.replyTo,
      media: message.media.length,
    }
  }
  const chat = asFields(item.chat)
  const message = asFields(item.message)
  return {
    chat: `${idOf(chat?.channel)}:${idOf(chat?.id)}`,
    title: fieldText(chat?.title),
    sentAt: Date.parse(fieldText(message?.sent_at) ?? ''),
    author: idOf(asFields(message?.author)?.id) ?? '',
    id: idOf(message?.id) ?? '',
    replyTo: idOf(message?.reply_to),
    media: Array.isArray(message?.media) ? message.media.length : 0,
  }
}
