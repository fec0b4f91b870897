import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { AppError, isAppError } from '../../domain/errors.ts'
import {
  type Call,
  type CliCommand,
  EXIT,
  type Options,
  type Terminal,
  textOption,
  usageError,
} from '../command.ts'
import { type FoundFile, findFiles, type SkippedFile } from '../find-files.ts'
import { authorOf } from '../person.ts'

type WireFile = {
  readonly id: string
  readonly path: string
  readonly bytes: number
  readonly chunks: number
  readonly thread_id: string | null
  readonly person: string | null
  readonly updated_at: string
}
type Totals = {
  added: number
  replaced: number
  unchanged: number
  readonly skipped: SkippedFile[]
}

const PAGE = 1_000
const SHOWN_SKIPPED = 20
const RATE_PAUSE_MS = 1_000

/** Adds files and folders that answers can cite, lists them, removes them. */
export const filesCommand: CliCommand = {
  name: 'files',
  usage:
    'files add PATH… | files list | files remove ID|PATH   [--thread channel:chat | --as PERSON]',
  summary: 'add, list and remove documents that answers may cite',
  options: { thread: 'value', as: 'value' },
  run: async ([action, ...args], options, terminal) => {
    if (action === 'add' && args.length > 0) return add(args, options, terminal)
    if (action === 'list' && args.length === 0) return list(options, terminal)
    const [target] = args
    if (action === 'remove' && target !== undefined) return remove(target, options, terminal)
    throw usageError(filesCommand, 'Use add with paths, list, or remove with an id or a path.')
  },
}

/** Idempotent, also after an interruption: files that are stored already are not changed. */
async function add(places: readonly string[], options: Options, terminal: Terminal) {
  const maxBytes = terminal.config.EARSHOT_FILE_MEGABYTES * 1_048_576
  const { files, skipped } = await findFiles(places, maxBytes)
  const totals: Totals = { added: 0, replaced: 0, unchanged: 0, skipped }
  await terminal.withCall((call) => sendAll(files, options, totals, { ...terminal, call }))
  terminal.progress('')
  if (options.json) terminal.print(JSON.stringify(totals))
  else for (const line of describeTotals(totals)) terminal.print(line)
  return skipped.some(({ named }) => named) ? EXIT.failed : EXIT.ok
}

async function sendAll(
  files: readonly FoundFile[],
  options: Options,
  totals: Totals,
  { call, progress }: Pick<Terminal, 'progress'> & { call: Call },
): Promise<void> {
  const size = files.reduce((sum, file) => sum + file.size, 0)
  let done = 0
  for (const [i, file] of files.entries()) {
    progress(bar(done / Math.max(1, size), `${i + 1} of ${files.length} files  ${file.label}`))
    try {
      totals[await send(file, options, call)] += 1
    } catch (error) {
      // An error of one file is reported at the end; an error of the server ends the command.
      if (!isAppError(error)) throw error
      if (!/^file_(unreadable|empty|too_large|type_unknown)$/.test(error.code)) {
        throw tellProgress(error, file, totals)
      }
      totals.skipped.push({ path: file.label, reason: error.message, named: file.named })
    }
    done += file.size
  }
}

async function send(
  file: FoundFile,
  options: Options,
  call: Call,
): Promise<'added' | 'replaced' | 'unchanged'> {
  const body = {
    path: file.label,
    content_base64: (await readFile(file.place)).toString('base64'),
    thread_id: textOption(options, 'thread'),
    author: authorOf(filesCommand, options),
  }
  for (;;) {
    try {
      const reply = await call('/api/files', { method: 'POST', body })
      const [kept] = (reply as { files: { status: 'added' | 'replaced' | 'unchanged' }[] }).files
      return kept?.status ?? 'unchanged'
    } catch (error) {
      // A folder of many small files exceeds the rate limit.
      if (!isAppError(error, 'rate_limited')) throw error
      await wait(RATE_PAUSE_MS)
    }
  }
}

async function list(options: Options, { withCall, print }: Terminal) {
  const files = await withCall((call) => listAll(call, options, null))
  if (options.json) print(JSON.stringify({ files }))
  else if (files.length === 0) print('No files. "earshot files add docs" adds a folder.')
  else for (const file of files) print(describe(file))
  return EXIT.ok
}

async function remove(target: string, options: Options, { withCall, print }: Terminal) {
  const id = await withCall(async (call) => {
    const found = /^\d+$/.test(target) ? target : await idOf(target, call, options)
    await call(`/api/files/${found}`, { method: 'DELETE' })
    return found
  })
  if (options.json) print(JSON.stringify({ removed: id }))
  else print('Removed, with everything derived from it.')
  return EXIT.ok
}

/** Several owners may have the same path; without --thread and --as it is the workspace's. */
async function idOf(path: string, call: Call, options: Options): Promise<string> {
  const isNarrow = options.thread !== undefined || options.as !== undefined
  const found = (await listAll(call, options, path)).find(
    (file) => isNarrow || (file.thread_id === null && file.person === null),
  )
  if (found !== undefined) return found.id
  throw new AppError('file_not_found', `No file "${path}". "earshot files list" shows them.`)
}

async function listAll(call: Call, options: Options, path: string | null): Promise<WireFile[]> {
  const files: WireFile[] = []
  const thread = textOption(options, 'thread')
  const author = authorOf(filesCommand, options)
  let after: string | null = null
  do {
    const query = new URLSearchParams({
      limit: String(PAGE),
      ...(thread === null ? {} : { thread_id: thread }),
      ...(author === null ? {} : { author_id: author.id }),
      ...(path === null ? {} : { path }),
      ...(after === null ? {} : { after }),
    })
    const page = (await call(`/api/files?${query}`)) as { files: WireFile[]; next: string | null }
    files.push(...page.files)
    after = page.next
  } while (after !== null)
  return files
}

function describeTotals({ added, replaced, unchanged, skipped }: Totals) {
  const lines = [
    `${added} added, ${replaced} replaced, ${unchanged} unchanged, ${skipped.length} skipped.`,
  ]
  for (const { path, reason } of skipped.slice(0, SHOWN_SKIPPED)) lines.push(`  ${path}: ${reason}`)
  const more = skipped.length - SHOWN_SKIPPED
  if (more > 0) lines.push(`  and ${more} more; --json lists them all`)
  return lines
}

function describe({ id, path, bytes, chunks, thread_id, person, updated_at }: WireFile): string {
  const owner = thread_id ?? person
  const size = `${(bytes / 1_024).toFixed(1)} kB`
  return `${id.padStart(6)}  ${updated_at.slice(0, 10)}  ${size.padStart(11)}  ${String(chunks).padStart(5)} chunks  ${path}${owner === null ? '' : `  (${owner})`}`
}

function tellProgress(
  error: AppError,
  { label }: FoundFile,
  { added, replaced, unchanged }: Totals,
) {
  const before = added + replaced + unchanged
  return new AppError(
    error.code,
    `At ${label}: ${error.message} ${before} files before it are stored; run the same command again to continue.`,
    { cause: error },
  )
}

function bar(share: number, text: string): string {
  const done = Math.round(Math.min(1, share) * 30)
  return `[${'#'.repeat(done)}${'.'.repeat(30 - done)}] ${Math.round(share * 100)}%  ${text}`
}
