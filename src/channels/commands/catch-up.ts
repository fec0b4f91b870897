import { formatThreadId } from '../../domain/chat.ts'
import { AppError } from '../../domain/errors.ts'
import { catchUpLines } from '../deliver/catch-up-lines.ts'
import { chatRef } from '../deps.ts'
import { linksIn } from '../message-links.ts'
import type { BotCommand } from './command.ts'

const HOURS = /^(\d{1,4})\s*(?:h|hours?|std|stunden|ч|год|heures?|horas?|ore|時間|小时|시간)?$/iu
const DAYS = /^(\d{1,3})\s*(?:d|days?|tage?|д|дн|дней|днів|jours?|días?|giorni|日|天|일)$/iu
const HOUR_MS = 3_600_000

/** What the person who asks missed here; calls no model. */
export const catchUpBotCommand: BotCommand = {
  name: 'catchup',
  summary: 'what you missed here; with "24 hours", "3 days" or "me"',
  forAdmins: false,
  takesText: true,
  run: async ({ send, words, args, deps }) => {
    if (words === null) throw new AppError('message_not_found', 'That message was deleted.')
    const { since, isOnlyMe } = readPeriod(args, words.sentAt)
    const thread = { ...chatRef(send), topic: words.topic }
    const caught = await deps.engine.catchUp(deps.principal, formatThreadId(thread), {
      author: words.author,
      since,
      askedAt: words.sentAt,
      isOnlyMe,
    })
    return { rich: catchUpLines(caught, await linksIn(chatRef(send), deps)) }
  },
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
