import { formatThreadId } from '../../../domain/chat.ts'
import { AppError } from '../../../domain/errors.ts'
import type { CatchUp } from '../../../engine/views/catch-up/catch-up.ts'
import { catchUpPhrases } from '../../../engine/views/catch-up/phrases.ts'
import { messageLink } from '../../../engine/write/citations.ts'
import { concat, joined, plain, type Rich, styled } from '../../../text/markdown/rich.ts'
import { citationLine } from '../deliver/citation-lines.ts'
import { chatRef } from '../deps.ts'
import type { BotCommand } from './command.ts'

const HOURS = /^(\d{1,4})\s*(?:h|hours?|std|stunden|ч|год|heures?|horas?|ore|時間|小时|시간)?$/iu
const DAYS = /^(\d{1,3})\s*(?:d|days?|tage?|д|дн|дней|днів|jours?|días?|giorni|日|天|일)$/iu
const HOUR_MS = 3_600_000

/** What the person who asks missed here; calls no model. */
export const catchUpBotCommand: BotCommand = {
  name: 'catchup',
  summary: 'what you missed here; with "24 hours", "3 days" or "me"',
  forAdmins: false,
  run: async ({ send, words, args, deps }) => {
    if (words === null) throw new AppError('message_not_found', 'That message was deleted.')
    const { since, isOnlyMe } = readPeriod(args, words.sentAt)
    const thread = { ...chatRef(send.chat), topic: words.topic }
    const caught = await deps.engine.catchUp(deps.principal, formatThreadId(thread), {
      author: words.author,
      since,
      askedAt: words.sentAt,
      isOnlyMe,
    })
    const linkOf = (id: string) => messageLink(id, { ref: chatRef(send.chat), topic: words.topic })
    return { rich: toRich(caught, linkOf) }
  },
}

/** Titles, names and texts are untrusted: they are inserted as text and never parsed as Markdown. */
function toRich(
  { conversations, messageCount, conversationCount }: CatchUp,
  linkOf: (id: string) => string | null,
): Rich {
  const phrases = catchUpPhrases(conversations.flatMap(({ points }) => points.map((p) => p.text)))
  if (conversations.length === 0) return plain(phrases.nothing)
  let number = 0
  const parts = conversations.map(({ title, people, points }, i) => {
    const heading = styled(plain(`${i + 1}. ${title}`), { kind: 'bold' })
    const lines = points.map(({ kind, message, text }) => {
      number += 1
      const link = linkOf(message.externalId)
      const line = citationLine({ number, source: message.authorName, excerpt: text, link })
      return concat(plain(kind === 'said' ? '• ' : `• ${phrases[kind]}: `), line)
    })
    return joined([concat(heading, plain(` (${people.slice(0, 4).join(', ')})`)), ...lines], '\n')
  })
  const left = conversationCount - conversations.length
  const more = left > 0 ? [plain(phrases.more.replace('$1', String(left)))] : []
  const counts = phrases.summary
    .replace('$1', String(messageCount))
    .replace('$2', String(conversationCount))
  return joined([plain(counts), ...parts, ...more], '\n\n')
}

/** "24 hours", "3 days", "me", or both; nothing means since the person last wrote. */
export function readPeriod(
  args: string,
  now: Date,
): { readonly since: Date | null; readonly isOnlyMe: boolean } {
  const words = args.split(/\s+/u).filter((word) => word !== '')
  const isMe = (word: string) => /^@?me$/iu.test(word)
  const period = words.filter((word) => !isMe(word)).join(' ')
  const [hours, days] = [HOURS.exec(period)?.[1], DAYS.exec(period)?.[1]]
  if (period !== '' && hours === undefined && days === undefined) {
    throw new AppError(
      'invalid_request',
      'I do not understand that period. Write /catchup, /catchup 24 hours, /catchup 3 days or /catchup me.',
    )
  }
  const count = days === undefined ? Number(hours) : 24 * Number(days)
  const since = period === '' ? null : new Date(now.getTime() - count * HOUR_MS)
  return { since, isOnlyMe: words.some(isMe) }
}
