import { type Entry, openPromise, validateFileName, type ZipFile } from 'yauzl'
import { AppError } from '../domain/errors.ts'
import type { ImportItem } from './item.ts'

/* An export as a zip. Nothing is unpacked to the disk: the few files that are needed are streamed. A zip is
 * untrusted, so its directory is checked before any entry is read: too many files, names that lead outside,
 * sizes no chat has. The listed sizes may be wrong, so bytes are counted again while unpacking. */

export type ZipPart = {
  readonly name: string
  readonly compressedBytes: number
  bytes(): AsyncGenerator<Buffer>
}

export type Zip = {
  readonly parts: readonly ZipPart[]
  /** Skipped entries: links and nested zips. */
  readonly ignored: readonly ImportItem[]
  close(): void
}

const MAX_PARTS = 200_000
const MAX_BYTES = 16 * 2 ** 30
/** The JSON of a chat compresses ten to thirty times; the ratio of small files is not checked. */
const MAX_RATIO = 200
const FREE_BYTES = 16 * 2 ** 20
const SYMLINK = 0o120000

/** True for the first bytes of a zip. */
export function isZip(head: Buffer): boolean {
  return head[0] === 0x50 && head[1] === 0x4b
}

/** Opens a zip and checks its directory; throws, before any entry is read, if it is unsafe. */
export async function openZip(path: string, name: string): Promise<Zip> {
  const zip = await openPromise(path, { autoClose: false, strictFileNames: true }).catch(
    (error) => {
      throw refused(name, 'is not a readable zip file, or is cut off', error)
    },
  )
  try {
    return { ...(await lookOver(zip, name)), close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function lookOver(zip: ZipFile, name: string): Promise<Omit<Zip, 'close'>> {
  if (zip.entryCount > MAX_PARTS) throw refused(name, `holds more than ${MAX_PARTS} files`)
  const parts: ZipPart[] = []
  const ignored: ImportItem[] = []
  let total = 0
  for await (const entry of entriesOf(zip, name)) {
    const { fileName } = entry
    total += entry.uncompressedSize
    if (total > MAX_BYTES || isBomb(entry.uncompressedSize, entry.compressedSize)) {
      throw refused(name, 'is far larger unpacked than a chat should be')
    }
    if (entry.isEncrypted()) throw refused(name, 'is protected by a password; unpack it first')
    if (fileName.endsWith('/')) continue
    if (isLink(entry) || /\.zip$/i.test(fileName)) {
      ignored.push({ type: 'skipped', reason: 'file_ignored', where: fileName.slice(0, 200) })
    } else {
      parts.push({
        name: fileName,
        compressedBytes: entry.compressedSize,
        bytes: () => unpack(zip, entry, name),
      })
    }
  }
  return { parts, ignored }
}

/** The library refuses absolute names and those with `..`, with an error of its own. */
async function* entriesOf(zip: ZipFile, name: string): AsyncGenerator<Entry> {
  try {
    for await (const entry of zip.eachEntry()) {
      const trouble = validateFileName(entry.fileName)
      if (trouble !== null || entry.fileName.includes('\0')) {
        throw refused(name, 'contains a path outside of the archive')
      }
      yield entry
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw refused(
      name,
      `is broken (${error instanceof Error ? error.message.slice(0, 100) : ''})`,
      error,
    )
  }
}

async function* unpack(zip: ZipFile, entry: Entry, name: string): AsyncGenerator<Buffer> {
  let size = 0
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      size += chunk.length
      if (isBomb(size, entry.compressedSize)) {
        throw refused(name, 'is far larger unpacked than a chat should be')
      }
      yield chunk
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw refused(name, `is broken in ${entry.fileName.slice(0, 100)}`, error)
  }
}

function isBomb(size: number, compressed: number): boolean {
  return size > FREE_BYTES && size / Math.max(1, compressed) > MAX_RATIO
}

function isLink({ externalFileAttributes }: Entry): boolean {
  return ((externalFileAttributes >>> 16) & 0o170000) === SYMLINK
}

function refused(name: string, why: string, cause?: unknown): AppError {
  return new AppError('file_unreadable', `${name} ${why}. Export it again.`, { cause })
}
