import { changeSend, enqueueSend, findSend } from '../../db/channels/outbox.ts'
import { listReminders, type PendingReminder } from '../../db/channels/reminders.ts'
import type { Send } from '../../domain/channels/send.ts'
import { AppError } from '../../domain/errors.ts'
import { plain } from '../../text/markdown/rich.ts'
import { isAdmin } from '../admins.ts'
import { rulesOf } from '../chat-rules.ts'
import type { BotCommand, CommandReply, Given } from '../commands/command.ts'
import { type BotDeps, inWorkspace } from '../deps.ts'
import { readRequest, remindedOf, reminderTime, zoneOf } from './remind.ts'

const USAGE =
  'Write /remind Friday at 9 bring the tent, or mention me: “remind us in two hours about the oven”. /remind alone lists what is set here, /remind cancel 12 removes one.'

const MAX_OF_CHAT = 100

const PROBLEMS = {
  no_time: `I do not understand when. ${USAGE}`,
  past: 'That time has passed.',
  too_far: 'That is more than two years ahead.',
  repeats: 'I can remind you once, not repeatedly. For a regular summary there is /digest.',
} as const

/** Reminders of a chat: set, listed, cancelled. */
export const remindCommand: BotCommand = {
  name: 'remind',
  summary: 'a reminder, e.g. /remind Friday at 9 bring the tent; alone: lists them',
  forAdmins: false,
  takesText: true,
  run: async (given) => {
    const { words, args } = given
    if (words === null) throw new AppError('message_not_found', 'That message was deleted.')
    if (words.text.startsWith('/') && args === '') return { rich: plain(await listed(given)) }
    const cancelled = /^cancel\s+#?(\d{1,15})$/iu.exec(args)?.[1]
    if (cancelled !== undefined) {
      return { rich: plain(await cancelReminder(Number(cancelled), given.send, given.deps)) }
    }
    const { onlyAdmins } = await rulesOf(given.send.chat, given.deps)
    if (onlyAdmins && !(await isAdmin(given.send, given.deps))) {
      return { rich: plain('Here I set reminders for admins only.') }
    }
    return set(given)
  },
}

/** Enqueues the reminder; running it twice enqueues it once. */
async function set({ send, words, deps }: Given): Promise<CommandReply> {
  const { messageId } = send
  if (words === null || messageId === null) return { rich: plain(USAGE) }
  const timeZone = await zoneOf(send.chat, deps)
  const read = await readRequest(words, timeZone, deps)
  if (read.kind !== 'reminder') return { rich: plain(PROBLEMS[read.kind]) }
  const cause = `r:${send.chat}:${messageId}`
  const reminders = await inWorkspace(deps, async (db, workspaceId) => {
    const { chat, isGroup, topic, person } = send
    const before = await listReminders(db, workspaceId, deps.bot, { chat, limit: MAX_OF_CHAT })
    if (before.length >= MAX_OF_CHAT && !before.some((one) => one.cause === cause)) return null
    const place = { chat, isGroup, topic, messageId, person }
    const pending = {
      kind: 'reminder',
      cause,
      detail: null,
      notBefore: read.dueAt,
      ...place,
    } as const
    await enqueueSend(db, workspaceId, deps.bot, [pending], deps.now())
    return listReminders(db, workspaceId, deps.bot, { chat, limit: MAX_OF_CHAT })
  })
  if (reminders === null) {
    return { rich: plain(`There are ${MAX_OF_CHAT} reminders here already. /remind lists them.`) }
  }
  const subject = read.what === '' ? '' : `: ${read.what}`
  const made = reminders.find((one) => one.cause === cause)
  const buttons = made === undefined ? [] : [{ label: 'Cancel', action: `unremind:${made.id}` }]
  const when = reminderTime(read.dueAt, timeZone)
  return { rich: plain(`I will remind you on ${when} (${timeZone})${subject}`), buttons }
}

async function listed({ send, deps }: Given): Promise<string> {
  const timeZone = await zoneOf(send.chat, deps)
  const reminders = await inWorkspace(deps, (db, workspaceId) =>
    listReminders(db, workspaceId, deps.bot, { chat: send.chat, limit: MAX_OF_CHAT }),
  )
  const lines = await Promise.all(reminders.map((one) => lineOf(one, send, timeZone, deps)))
  const shown = lines.filter((line) => line !== null)
  return [...(shown.length === 0 ? ['No reminder is set here.'] : shown), '', USAGE].join('\n')
}

/** Null if the message that asked for it was deleted: nothing will be sent. */
async function lineOf(
  { id, messageId, dueAt }: PendingReminder,
  { chat }: Send,
  timeZone: string,
  deps: BotDeps,
): Promise<string | null> {
  const of = await remindedOf({ chat, messageId }, timeZone, deps)
  return (
    of && `${id}. ${reminderTime(dueAt, timeZone)}, ${of.author}: ${of.what || '(without text)'}`
  )
}

/** Drops a reminder of the chat, for who asked for it or an admin; returns what to say. */
export async function cancelReminder(id: number, asked: Send, deps: BotDeps): Promise<string> {
  const send = await inWorkspace(deps, (db, workspaceId) => findSend(db, workspaceId, id))
  const isHere =
    send?.kind === 'reminder' && send.channel === asked.channel && send.chat === asked.chat
  if (!isHere) return 'There is no such reminder here. /remind lists them.'
  if (send.person !== asked.person && !(await isAdmin(asked, deps))) {
    return 'Only who asked for a reminder, or an admin, can cancel it.'
  }
  const isDropped = await inWorkspace(deps, (db, workspaceId) =>
    changeSend(
      db,
      workspaceId,
      id,
      { from: ['due'], to: 'dropped', problem: 'cancelled' },
      deps.now(),
    ),
  )
  if (isDropped || send.state === 'dropped') return 'The reminder is cancelled.'
  return 'That reminder was sent already.'
}
