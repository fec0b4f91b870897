import { parseThreadId } from '../../domain/chat.ts'
import { AppError } from '../../domain/errors.ts'
import { isTimeZone } from '../../domain/time-zone.ts'
import { FORMAT_NAMES, isFormat } from '../../import/formats.ts'
import { type Imported, importFile, type Moved } from '../../import/import-file.ts'
import { DATE_ORDERS, type ReadOptions } from '../../import/item.ts'
import type { Report } from '../../import/report.ts'
import type { SentBatch } from '../../import/send-items.ts'
import { type CliCommand, EXIT, type Options, textOption, usageError } from '../command.ts'

/** Imports the history of a chat from a file. Idempotent, also after an interruption. */
export const importCommand: CliCommand = {
  name: 'import',
  usage: `import FILE --from ${FORMAT_NAMES.join('|')} [--chat CHANNEL:ID] [--timezone ZONE] [--date-order dmy|mdy|ymd]`,
  summary: 'import the history of a chat from a file',
  options: { from: 'value', chat: 'value', timezone: 'value', 'date-order': 'value' },
  run: async ([file, ...more], options, terminal) => {
    if (file === undefined || more.length > 0) {
      throw usageError(importCommand, 'Name one file.')
    }
    const from = textOption(options, 'from')
    if (!isFormat(from)) {
      throw usageError(importCommand, `Name the format with --from: ${FORMAT_NAMES.join(', ')}.`)
    }
    const readOptions = readOptionsOf(options)
    const began = performance.now()
    const { report, error } = await terminal.withCall((call) =>
      importFile(file, from, readOptions, {
        post: async (body) => (await call('/api/messages', { method: 'POST', body })) as SentBatch,
        moved: (moved) => terminal.progress(bar(moved, performance.now() - began)),
      }),
    )
    terminal.progress('')
    terminal.print(options.json ? JSON.stringify(toWire(report)) : told(report).join('\n'))
    failIfNothing({ report, error })
    return EXIT.ok
  },
}

function readOptionsOf(options: Options): ReadOptions {
  const chat = textOption(options, 'chat')
  const timeZone = textOption(options, 'timezone')
  const order = textOption(options, 'date-order')
  const dateOrder = DATE_ORDERS.find((known) => known === order) ?? null
  if (order !== null && dateOrder === null) {
    throw usageError(importCommand, `--date-order must be one of ${DATE_ORDERS.join(', ')}.`)
  }
  if (timeZone !== null && !isTimeZone(timeZone)) {
    throw usageError(
      importCommand,
      `"${timeZone}" is not a time zone; use a name such as Europe/Kyiv.`,
    )
  }
  return { chat: chat === null ? null : targetOf(chat), timeZone, dateOrder }
}

function targetOf(chat: string): ReadOptions['chat'] {
  const { channel, externalId, topic } = parseThreadId(chat)
  if (topic !== null) throw usageError(importCommand, '--chat takes a chat, not a thread of it.')
  return { channel, externalId }
}

/** If the whole file held no message, it is most likely not in the format of --from. */
function failIfNothing({ report, error }: Imported): void {
  if (error !== null) throw error
  const [first] = Object.entries(report.skipped)
  if (report.stored + report.duplicates > 0 || first === undefined) return
  const [reason, { count, examples }] = first
  throw new AppError(
    'import_line_invalid',
    `No message could be read from the file: ${count} × ${reason}, first at ${examples[0]}. Check --from, and that the file is complete.`,
  )
}

/** The report on the wire. */
function toWire({ repliesWithoutParent, ...report }: Report) {
  return { ...report, replies_without_parent: repliesWithoutParent }
}

function told(report: Report): string[] {
  const { stored, duplicates, people, chats, media, repliesWithoutParent } = report
  return [
    `${stored} messages stored, ${duplicates} were already stored.`,
    `In the file: ${people} people, ${chats} ${chats === 1 ? 'chat' : 'chats'}, ${media} media listed.`,
    ...(repliesWithoutParent === 0
      ? []
      : [`${repliesWithoutParent} replies are to messages that are not in the file.`]),
    ...Object.entries(report.skipped).map(
      ([reason, { count, examples }]) =>
        `Skipped ${count} × ${reason}: ${examples.join('; ')}${count > examples.length ? '; …' : ''}`,
    ),
    ...report.notes,
  ]
}

const WIDTH = 30

function bar({ share, messages }: Moved, ms: number): string {
  const done = Math.round(Math.min(1, share) * WIDTH)
  const left = share > 0 ? Math.round((ms / share - ms) / 1_000) : 0
  const perSecond = Math.round((messages * 1_000) / Math.max(1, ms))
  return `[${'#'.repeat(done)}${'.'.repeat(WIDTH - done)}] ${Math.round(share * 100)}%  ${messages.toLocaleString('en')} messages, ${perSecond}/s, ${clock(left)} left`
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
