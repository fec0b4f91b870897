import { createHash, randomUUID } from 'node:crypto'
import { link, open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { SavedBackup } from '../cli/command.ts'
import type { Config } from '../config/config.ts'
import { verifyBackup } from '../db/backup/format.ts'
import { AppError, codeOf, isAppError } from '../domain/errors.ts'
import { withDownload } from './api-client.ts'

type Wanted = {
  /** A file, or an existing folder, in which the file gets a name with its time. */
  readonly out: string
  readonly isReplaced: boolean
  readonly now: Date
  progress(line: string): void
}

/**
 * Makes a backup of the running server, or of the database if none runs. The file appears under its name only when it
 * is complete, checked and on disk; only its owner can read it.
 */
export async function saveBackup(config: Config, wanted: Wanted): Promise<SavedBackup> {
  const path = await findPath(wanted)
  if (!wanted.isReplaced && (await stat(path).catch(() => null)) !== null) throw exists(path)
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID()}.part`)
  try {
    const written = await withDownload(config, '/api/backup', (body) =>
      writeDraft(draft, body, wanted.progress),
    )
    const { header, rows } = await verifyBackup(draft, (count) =>
      wanted.progress(`checked ${count} rows`),
    )
    await putInPlace(draft, path, wanted.isReplaced)
    const tables = header.tables.length
    return { path, rows, tables, made_at: header.made_at, ...written }
  } catch (error) {
    throw unwritable(path, error)
  } finally {
    await rm(draft, { force: true })
  }
}

async function findPath({ out, now }: Wanted): Promise<string> {
  const path = resolve(out)
  const isFolder = (await stat(path).catch(() => null))?.isDirectory() === true
  const time = now.toISOString().slice(0, 19).replaceAll(':', '').replace('T', '-')
  return isFolder ? join(path, `earshot-${time}.backup`) : path
}

async function writeDraft(
  draft: string,
  body: AsyncIterable<Uint8Array>,
  progress: Wanted['progress'],
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  const file = await open(draft, 'wx', 0o600)
  try {
    for await (const chunk of body) {
      await file.writeFile(chunk)
      hash.update(chunk)
      bytes += chunk.length
      progress(`received ${(bytes / 1e6).toFixed(1)} MB`)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** A link fails if the name exists by now; a rename would replace a file that another process created. */
async function putInPlace(draft: string, path: string, isReplaced: boolean): Promise<void> {
  if (isReplaced) await rename(draft, path)
  else await link(draft, path)
  const folder = await open(dirname(path), 'r')
  await folder.sync().finally(() => folder.close())
}

function exists(path: string): AppError {
  return new AppError(
    'invalid_request',
    `${path} already exists. Name another file, or add --force to replace it.`,
  )
}

function unwritable(path: string, error: unknown): unknown {
  if (isAppError(error)) return error
  const code = codeOf(error)
  if (code === 'EEXIST') return exists(path)
  if (!/^E[A-Z]+$/.test(code)) {
    return new AppError(
      'server_unreachable',
      'The backup broke off before it was complete; no file was written. Check the log of the server, then retry.',
      { cause: error },
    )
  }
  return new AppError(
    code === 'ENOSPC' ? 'disk_full' : 'invalid_request',
    `${path} cannot be written (${code}). Check that its folder exists, is writable and has space.`,
    { cause: error },
  )
}
