import { z } from 'zod'
import type { Message } from '../../domain/message.ts'
import { isTagItself } from '../../domain/question.ts'
import { findInChat } from '../views/search.ts'
import { defineChatTool, limitArg, textArg } from './tool.ts'
import { toToolMessages } from './tool-message.ts'

// A time without a zone would be read in the server's zone.
const MOMENT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/
const momentArg = () =>
  z
    .string()
    .max(40)
    .refine(
      (text) => MOMENT.test(text) && !Number.isNaN(Date.parse(text)),
      'must be a date such as 2026-01-05, or a moment with its zone such as 2026-01-05T10:00:00Z',
    )

/**
 * Search ranks the whole chat and does not filter by author or first day; these are picked from so many of
 * the best.
 */
const RANKED = 400

/** Search over the messages of this chat. */
export const searchMessagesTool = defineChatTool({
  name: 'search_messages',
  description:
    'Messages of this chat that answer a query best, best first: by words, typos and meaning, however old.',
  schema: z.strictObject({
    query: textArg(1_000).describe('What to look for, in words that may stand in the messages'),
    limit: limitArg(20, 10, 'messages'),
    from: textArg(200).optional().describe('Only messages of the author with this name'),
    before: momentArg().optional().describe('Only messages sent before this moment, ISO 8601'),
    after: momentArg().optional().describe('Only messages sent at or after this moment, ISO 8601'),
  }),
  run: async (caller, { query, limit, from, before, after }, deps) => {
    const { question, place } = caller
    const until = before === undefined ? question.askedAt : earlier(before, question.askedAt)
    const ranked = await findInChat(place, { text: query, until, limit: RANKED }, deps)
    const isWanted = (message: Message) =>
      !isTagItself(question, message) &&
      (from === undefined || isBy(message, from)) &&
      (before === undefined || message.sentAt < new Date(before)) &&
      (after === undefined || message.sentAt >= new Date(after))
    const messages = ranked.filter(isWanted).slice(0, limit)
    return {
      messages: toToolMessages(
        caller,
        messages.map((message) => ({ message })),
      ),
    }
  },
})

function earlier(moment: string, other: Date): Date {
  return new Date(Math.min(Date.parse(moment), other.getTime()))
}

/** "ann", "Ann Lee" and "@annlee" all mean Ann Lee; "an" does not. */
function isBy({ authorName, authorUsername }: Message, name: string): boolean {
  const known = new Set(namesIn(`${authorName} ${authorUsername ?? ''}`))
  return namesIn(name).every((word) => known.has(word))
}

function namesIn(text: string): string[] {
  return text.toLowerCase().replaceAll('@', ' ').split(/\s+/).filter(Boolean)
}
