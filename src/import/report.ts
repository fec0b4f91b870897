import { asFields, idOf } from './fields.ts'
import type { ImportItem } from './item.ts'
import { createSeenIds } from './seen-ids.ts'

/** What an import did, and what it left out and why. It names places, never a message's text. */
export type Report = {
  readonly stored: number
  readonly duplicates: number
  readonly people: number
  readonly chats: number
  readonly media: number
  /** Replies whose parent was not in the file before them; they are stored, without a parent. */
  readonly repliesWithoutParent: number
  readonly skipped: Readonly<Record<string, SkippedLine>>
  readonly notes: readonly string[]
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

/** Starts the counters. */
export function createCounting(): Counting {
  const people = new Set<string>()
  const chats = new Set<string>()
  const seen = createSeenIds()
  const skipped = new Map<string, { count: number; examples: string[] }>()
  const notes = new Set<string>()
  let last: string | null = null
  const totals = { stored: 0, duplicates: 0, media: 0, repliesWithoutParent: 0 }
  return {
    found: (item) => {
      const { chat, author, id, replyTo, media } = gist(item)
      last = whereIs(item)
      chats.add(chat)
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
      people: people.size,
      chats: chats.size,
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
      chat: `${chat.channel}:${chat.externalId}`,
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
    author: idOf(asFields(message?.author)?.id) ?? '',
    id: idOf(message?.id) ?? '',
    replyTo: idOf(message?.reply_to),
    media: Array.isArray(message?.media) ? message.media.length : 0,
  }
}
