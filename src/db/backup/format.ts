import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { AppError, codeOf, isAppError } from '../../domain/errors.ts'
import type { IdCounter, TableShape } from './tables.ts'

/* The format of a backup: lines of JSON, compressed with gzip.
 *
 *   {"earshot_backup":1, …}           the header: version, time, migrations, tables, counters
 *   {"table":"messages"}              then a row a line, an array of texts and nulls in the order of the columns
 *   ["default","1",null, …]
 *   {"rows":1,"sha256":"…"}           the end of the table, with the hash of its rows
 *   {"total":1,"sha256":"…"}          the end of the backup, with the hash of all lines before it
 *
 * A row holds values as PostgreSQL writes them, so both engines read what either wrote. */

export const FORMAT = 1

export type Header = {
  readonly earshot_backup: number
  readonly version: string
  readonly engine: string
  readonly made_at: string
  /** Hashes of the migrations that the tables have, in order. */
  readonly migrations: readonly string[]
  readonly tables: readonly TableShape[]
  readonly counters: readonly IdCounter[]
}

export type TableEnd = { readonly rows: number; readonly sha256: string }

/** A backup that was read to its end and is complete and unaltered. */
export type VerifiedBackup = {
  readonly path: string
  readonly header: Header
  readonly ends: ReadonlyMap<string, TableEnd>
  readonly rows: number
}

/** A part of a backup, in the order of the file. */
export type BackupPart =
  | { readonly kind: 'header'; readonly header: Header }
  | { readonly kind: 'row'; readonly table: string; readonly line: string }
  | { readonly kind: 'end'; readonly table: string; readonly end: TableEnd }

/** Reads a backup to its end and compares all hashes; nothing else is touched. */
export async function verifyBackup(
  path: string,
  progress: (rows: number) => void,
): Promise<VerifiedBackup> {
  let header: Header | null = null
  const ends = new Map<string, TableEnd>()
  let rows = 0
  for await (const part of readBackup(path)) {
    if (part.kind === 'header') header = part.header
    else if (part.kind === 'end') ends.set(part.table, part.end)
    else {
      rows += 1
      if (rows % 10_000 === 0) progress(rows)
    }
  }
  if (header === null) throw damaged(path, 'it is empty')
  const missing = header.tables.find(({ name }) => !ends.has(name))
  if (missing !== undefined) throw damaged(path, `the table ${missing.name} is missing`)
  return { path, header, ends, rows }
}

/** The parts of a backup. Fails where a hash differs or the file ends early. */
export async function* readBackup(path: string): AsyncGenerator<BackupPart> {
  const whole = createHash('sha256')
  let hash = createHash('sha256')
  let table: string | null = null
  let rows = 0
  let number = 0
  let isOver = false
  for await (const line of linesOf(path)) {
    number += 1
    if (isOver) throw damaged(path, 'something follows its end')
    if (line.startsWith('[')) {
      if (table === null) throw damaged(path, `line ${number} is in no table`)
      hash.update(line).update('\n')
      whole.update(line).update('\n')
      rows += 1
      yield { kind: 'row', table, line }
      continue
    }
    const mark = readMark(path, line, number)
    if ('total' in mark) {
      if (mark.sha256 !== whole.digest('hex')) throw damaged(path, 'its hash differs')
      isOver = true
      continue
    }
    whole.update(line).update('\n')
    if ('earshot_backup' in mark) yield { kind: 'header', header: mark as unknown as Header }
    else if (typeof mark.table === 'string') {
      table = mark.table
      hash = createHash('sha256')
      rows = 0
    } else {
      const isSame = mark.rows === rows && mark.sha256 === hash.digest('hex')
      if (table === null || !isSame)
        throw damaged(path, `the hash of ${table ?? 'a table'} differs`)
      yield { kind: 'end', table, end: { rows, sha256: String(mark.sha256) } }
      table = null
    }
  }
  if (!isOver) throw damaged(path, 'its end is missing')
}

type Mark = Readonly<Record<string, unknown>>

/** A line that is no row. The first one says whether we can read the rest. */
function readMark(path: string, line: string, number: number): Mark {
  let mark: unknown
  try {
    mark = JSON.parse(line)
  } catch {
    mark = null
  }
  const isMark = typeof mark === 'object' && mark !== null
  if (number === 1) checkFormat(path, isMark ? (mark as Mark).earshot_backup : undefined)
  if (!isMark) throw damaged(path, `line ${number} cannot be read`)
  return mark as Mark
}

function checkFormat(path: string, format: unknown): void {
  if (typeof format !== 'number') {
    throw new AppError(
      'backup_invalid',
      `${path} is not a backup of Earshot. Name a file that "earshot backup" has made.`,
    )
  }
  if (format > FORMAT) throw tooNew(path, `has the format ${format}, this Earshot reads ${FORMAT}`)
}

/** The error for a backup of a newer Earshot. */
export function tooNew(path: string, why: string): AppError {
  return new AppError(
    'backup_too_new',
    `${path} was made by a newer Earshot: it ${why}. Nothing was changed. Install the version that made it, or a newer one.`,
  )
}

/** The error for a backup that is incomplete or altered. */
export function damaged(path: string, why: string, cause?: unknown): AppError {
  return new AppError(
    'backup_invalid',
    `${path} is incomplete or was altered: ${why}. Nothing was changed. Use another backup, or copy this one again.`,
    { cause },
  )
}

const NEWLINE = 0x0a

async function* linesOf(path: string): AsyncGenerator<string> {
  const file = createReadStream(path)
  const text = createGunzip()
  file.on('error', (error) => text.destroy(error))
  let parts: Buffer[] = []
  try {
    for await (const chunk of file.pipe(text) as AsyncIterable<Buffer>) {
      let from = 0
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
        parts.push(chunk.subarray(from, end))
        yield Buffer.concat(parts).toString('utf8')
        parts = []
        from = end + 1
      }
      if (from < chunk.length) parts.push(chunk.subarray(from))
    }
    if (parts.length > 0) yield Buffer.concat(parts).toString('utf8')
  } catch (error) {
    throw unreadable(path, error)
  } finally {
    file.destroy()
  }
}

function unreadable(path: string, error: unknown): unknown {
  if (isAppError(error)) return error
  const code = codeOf(error)
  if (code === 'Z_DATA_ERROR' || code === 'Z_BUF_ERROR')
    return damaged(path, 'it cannot be unpacked', error)
  if (!/^E[A-Z]+$/.test(code)) return error
  return new AppError('file_unreadable', `${path} cannot be read (${code}). Check the path.`, {
    cause: error,
  })
}
