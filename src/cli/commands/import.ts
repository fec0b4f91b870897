import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { AppError } from '../../domain/errors.ts'
import { type Call, type Command, EXIT, type Terminal, textOption, usageError } from '../command.ts'

const BATCH = 200

type Line = { readonly chat: unknown; readonly message: unknown }
type Totals = { stored: number; duplicates: number; lines: number }

/**
 * Reads messages from a file: JSON Lines, each line a message as POST /api/messages takes it, with
 * its `chat` beside the other fields. Safe to run again, and to run again after it was cut off.
 */
export const importCommand: Command = {
  name: 'import',
  usage: 'import FILE --from jsonl',
  summary: 'read messages from a file',
  options: { from: 'value' },
  run: async ([file], options, terminal) => {
    if (file === undefined) throw usageError(importCommand, 'There is no file.')
    if (textOption(options, 'from') !== 'jsonl') {
      throw usageError(importCommand, 'Say where it is from; jsonl is known.')
    }
    const totals = await terminal.withCall((call) => importFile(file, call, terminal))
    terminal.progress('')
    const { stored, duplicates } = totals
    if (options.json) terminal.print(JSON.stringify({ stored, duplicates }))
    else terminal.print(`${stored} messages stored, ${duplicates} were there already.`)
    return EXIT.ok
  },
}

async function importFile(file: string, call: Call, { progress }: Terminal): Promise<Totals> {
  const size = await sizeOf(file)
  const totals: Totals = { stored: 0, duplicates: 0, lines: 0 }
  let batch: Line[] = []
  let bytes = 0
  const flush = async () => {
    await send(batch, totals, call)
    batch = []
    progress(bar(bytes / Math.max(1, size), totals))
  }
  for await (const text of createInterface({
    input: createReadStream(file),
    crlfDelay: Infinity,
  })) {
    totals.lines += 1
    bytes += Buffer.byteLength(text) + 1
    if (text.trim() === '') continue
    const line = parseLine(text, totals)
    // One request carries one chat.
    if (batch.length === BATCH || (batch[0] && !isSameChat(batch[0], line))) await flush()
    batch.push(line)
  }
  if (batch.length > 0) await flush()
  return totals
}

async function send(batch: readonly Line[], totals: Totals, call: Call): Promise<void> {
  const [first] = batch
  if (first === undefined) return
  const body = { chat: first.chat, messages: batch.map((line) => line.message) }
  try {
    const { stored, duplicates } = (await call('/api/messages', { method: 'POST', body })) as Totals
    totals.stored += stored
    totals.duplicates += duplicates
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError(
      error.code,
      `Among lines ${totals.lines - batch.length} to ${totals.lines}: ${error.message} ${progressSoFar(totals)}`,
      { cause: error },
    )
  }
}

function parseLine(text: string, totals: Totals): Line {
  try {
    const { chat, ...message } = JSON.parse(text)
    if (typeof chat === 'object' && chat !== null) return { chat, message }
  } catch {
    // Told below, with the line.
  }
  throw new AppError(
    'import_line_invalid',
    `Line ${totals.lines} is not a JSON object with a "chat" and the fields of a message. ${progressSoFar(totals)}`,
    { details: { line: totals.lines } },
  )
}

function progressSoFar({ stored }: Totals): string {
  return `${stored} messages before it are stored; mend the line and run the same command again.`
}

function isSameChat(a: Line, b: Line): boolean {
  return JSON.stringify(a.chat) === JSON.stringify(b.chat)
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size
  } catch (error) {
    throw new AppError(
      'file_unreadable',
      `${file} cannot be read. Check the path and your access to it.`,
      {
        cause: error,
      },
    )
  }
}

function bar(share: number, { stored, duplicates }: Totals): string {
  const done = Math.round(Math.min(1, share) * 30)
  const count = (stored + duplicates).toLocaleString('en')
  return `[${'#'.repeat(done)}${'.'.repeat(30 - done)}] ${Math.round(share * 100)}%  ${count} messages`
}
