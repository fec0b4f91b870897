import { isTimeZone } from '../../domain/calendar.ts'
import { parseThreadId } from '../../domain/chat.ts'
import { AppError } from '../../domain/errors.ts'
import { FORMAT_NAMES, type FormatName, isFormat } from '../../import/formats.ts'
import { guessFormat, type Imported, importFile, type Moved } from '../../import/import-file.ts'
import { DATE_ORDERS, type ReadOptions } from '../../import/item.ts'
import type { Post, SentBatch } from '../../import/send-items.ts'
import {
  type Call,
  type CliCommand,
  EXIT,
  type Options,
  textOption,
  usageError,
} from '../command.ts'
import { describeImport, toWireReport } from '../describe-import.ts'

/** Imports the history of a chat from a file. Idempotent, also after an interruption. */
export const importCommand: CliCommand = {
  name: 'import',
  usage: `import FILE [--from ${FORMAT_NAMES.join('|')}] [--dry-run] [--chat CHANNEL:ID] [--timezone ZONE] [--date-order dmy|mdy|ymd]`,
  summary: 'import the history of a chat from a file',
  options: {
    from: 'value',
    'dry-run': 'flag',
    chat: 'value',
    timezone: 'value',
    'date-order': 'value',
  },
  run: async ([file, ...more], options, terminal) => {
    if (file === undefined || more.length > 0) {
      throw usageError(importCommand, 'Name one file.')
    }
    const named = textOption(options, 'from')
    if (named !== null && !isFormat(named)) {
      throw usageError(importCommand, `--from must be one of ${FORMAT_NAMES.join(', ')}.`)
    }
    const readOptions = readOptionsOf(options)
    const from = named ?? (await guessFormat(file))
    const isDry = options['dry-run'] === true
    const began = performance.now()
    const read = (post: Post | null) =>
      importFile(file, from, readOptions, {
        post,
        moved: (moved) => terminal.progress(bar(moved, performance.now() - began)),
        now: () => new Date(),
      })
    const { imported, id } = isDry
      ? { imported: await read(null), id: null }
      : await terminal.withCall((call) => send(call, from, read))
    const { report } = imported
    terminal.progress('')
    const json = { format: from, import_id: id, ...toWireReport(report) }
    terminal.print(
      options.json ? JSON.stringify(json) : describeImport({ report, from, id, isDry }),
    )
    failIfNothing(imported)
    return EXIT.ok
  },
}

/** Sends the messages as one import, which is begun with the first of them. */
async function send(
  call: Call,
  format: FormatName,
  read: (post: Post) => Promise<Imported>,
): Promise<{ readonly imported: Imported; readonly id: string | null }> {
  const state: { begun: Promise<string> | null } = { begun: null }
  const begin = async () => {
    const reply = await call('/api/imports', { method: 'POST', body: { format } })
    return (reply as { id: string }).id
  }
  const imported = await read(async (body) => {
    state.begun ??= begin()
    const batch = { ...body, import_id: await state.begun }
    return (await call('/api/messages', { method: 'POST', body: batch })) as SentBatch
  })
  return { imported, id: imported.report.stored === 0 ? null : await state.begun }
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
  if (report.messages > 0 || first === undefined) return
  const [reason, { count, examples }] = first
  throw new AppError(
    'import_line_invalid',
    `No message could be read from the file: ${count} × ${reason}, first at ${examples[0]}. Check --from, and that the file is complete.`,
  )
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
