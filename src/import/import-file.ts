import { AppError, isAppError } from '../domain/errors.ts'
import { fixFuture } from './fix-future.ts'
import { FORMAT_NAMES, FORMATS, type FormatName } from './formats.ts'
import type { ReadOptions } from './item.ts'
import { checkEncoding, openSource, readHead } from './open-source.ts'
import { isZip } from './open-zip.ts'
import { recognise } from './recognise.ts'
import { type Counting, createCounting, type Report } from './report.ts'
import { type Post, sendItems } from './send-items.ts'

const HEAD_BYTES = 16_384

/** The progress of an import. */
export type Moved = { readonly share: number; readonly messages: number }

type ImportDeps = {
  /** Null: the file is only read, and nothing is stored. */
  readonly post: Post | null
  readonly moved: (moved: Moved) => void
  readonly now: () => Date
}

/** The result of an import; `error` is what stopped it before the end of the file. */
export type Imported = { readonly report: Report; readonly error: AppError | null }

/**
 * Reads an export and sends its messages. Sent messages stay stored; the same file again, or a longer one, adds
 * only what is missing. So an interrupted import is resumed by starting it again.
 */
export async function importFile(
  path: string,
  from: FormatName,
  options: ReadOptions,
  { post, moved, now }: ImportDeps,
): Promise<Imported> {
  const source = await openSource(path)
  const head = await readHead(path, HEAD_BYTES)
  const kinds = await recognise(source, head)
  if (kinds !== null && !kinds.includes(from)) throw otherKind(path, from, kinds)
  if (!isZip(head)) await checkEncoding(source)
  const counting = createCounting()
  const tell = () =>
    moved({ share: source.position() / source.sizeBytes, messages: counting.done() })
  try {
    const items = fixFuture(FORMATS[from](source, options), { now, changedAt: source.changedAt })
    await sendItems(items, { post: post ?? storeNothing, counting, moved: tell })
  } catch (error) {
    if (!isAppError(error)) throw error
    return { report: counting.report(), error: explained(error, path, counting) }
  }
  return { report: counting.report(), error: null }
}

/** The format of a file; fails with the formats it may have if that is ambiguous. */
export async function guessFormat(path: string): Promise<FormatName> {
  const kinds = await recognise(await openSource(path), await readHead(path, HEAD_BYTES))
  const [only, ...others] = kinds ?? FORMAT_NAMES
  if (only !== undefined && others.length === 0) return only
  const what =
    only === undefined
      ? `${path} is a web page; export as JSON.`
      : `The format of ${path} is not clear. Name it: --from ${[only, ...others].join(' or --from ')}.`
  throw new AppError('file_type_unknown', `${what} Nothing was stored.`)
}

const storeNothing: Post = async () => ({ stored: 0, duplicates: 0 })

function otherKind(path: string, from: FormatName, kinds: readonly FormatName[]): AppError {
  const hint =
    kinds.length === 0
      ? 'It is a web page; export as JSON'
      : `Try --from ${kinds.join(' or --from ')}`
  return new AppError(
    'file_type_unknown',
    `${path} does not look like an export of ${from}. ${hint}. Nothing was stored.`,
  )
}

function explained(error: AppError, path: string, counting: Counting): AppError {
  const { at, isCut } = error.details
  const what =
    error.code === 'malformed_json'
      ? `${path} ${isCut ? 'is cut off: the value that begins' : 'is not valid JSON'} at byte ${at}${isCut ? ' has no end' : ''}. Export it again, or fix it.`
      : error.message
  const so =
    counting.done() === 0
      ? 'Nothing was stored.'
      : `The ${counting.done()} messages before it are stored, up to ${counting.last()}; it is safe to run this again.`
  return new AppError(error.code, `${what} ${so}`, { cause: error, details: error.details })
}
