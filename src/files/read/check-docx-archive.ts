import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { AppError } from '../../domain/errors.ts'
import { unreadable } from '../unreadable.ts'
import { unpacksTooLarge } from './read-in-thread.ts'

/* A DOCX is a zip, and a zip may unpack to a thousand times its size, or name the same bytes a
 * thousand times. The sizes in its directory are untrusted, so each entry is unpacked once, its output is
 * dropped, and the file is refused when the total passes the limit; only then the parser gets it.
 *
 *     [local header, name, data] … [directory: an entry for each] [end: where the directory is]
 */

const MAX_UNPACKED = 100 * 1_048_576
const MAX_ENTRIES = 5_000

const END = 0x06054b50
const END_SIZE = 22
const ENTRY = 0x02014b50
const ENTRY_SIZE = 46
const LOCAL_SIZE = 30
const STORED = 0
const DEFLATED = 8

const unpack = promisify(inflateRaw)

/** Throws unless the bytes are a complete zip of a Word document of a sane size. */
export async function checkDocxArchive(bytes: Uint8Array): Promise<void> {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let names: string[]
  try {
    names = await unpackAll(zip)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw cutOff(error)
  }
  if (names.includes('word/document.xml') || names.includes('word/document2.xml')) return
  const isOffice = names.includes('[Content_Types].xml')
  throw new AppError(
    isOffice ? 'file_type_unknown' : 'file_unreadable',
    isOffice
      ? 'This is an Office file, but not a Word document. Save it as DOCX, PDF or CSV.'
      : 'The name says DOCX, but this is a zip archive of other files. Unpack it and send the documents.',
    isOffice ? {} : { details: { reason: 'damaged' } },
  )
}

async function unpackAll(zip: Buffer): Promise<string[]> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + END_SIZE > zip.length || zip.readUInt32LE(end) !== END) throw cutOff()
  const count = zip.readUInt16LE(end + 10)
  if (count > MAX_ENTRIES) throw unpacksTooLarge()
  const names: string[] = []
  let at = zip.readUInt32LE(end + 16)
  let left = MAX_UNPACKED
  for (let i = 0; i < count; i += 1) {
    if (zip.readUInt32LE(at) !== ENTRY) throw cutOff()
    const nameLength = zip.readUInt16LE(at + 28)
    names.push(zip.toString('utf8', at + ENTRY_SIZE, at + ENTRY_SIZE + nameLength))
    left -= await unpackedSize(zip, at, left)
    at += ENTRY_SIZE + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return names
}

/** The real size of an entry; throws above `limit`. */
async function unpackedSize(zip: Buffer, entry: number, limit: number): Promise<number> {
  if ((zip.readUInt16LE(entry + 8) & 1) === 1) {
    throw unreadable('protected', 'The DOCX is encrypted. Save a copy without a password.')
  }
  const method = zip.readUInt16LE(entry + 10)
  const packed = zip.readUInt32LE(entry + 20)
  const local = zip.readUInt32LE(entry + 42)
  const start = local + LOCAL_SIZE + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
  if (start + packed > zip.length) throw cutOff()
  if (method === STORED) return packed > limit ? failTooLarge() : packed
  if (method !== DEFLATED) throw cutOff()
  const data = zip.subarray(start, start + packed)
  return unpack(data, { maxOutputLength: Math.max(1, limit) }).then(
    (unpacked) => unpacked.length,
    (error: NodeJS.ErrnoException) => {
      throw error.code === 'ERR_BUFFER_TOO_LARGE' ? unpacksTooLarge() : cutOff(error)
    },
  )
}

function failTooLarge(): never {
  throw unpacksTooLarge()
}

function cutOff(cause?: unknown): AppError {
  return unreadable(
    'damaged',
    'The DOCX is cut off or damaged. Open it in a word processor, save it again, and send that.',
    cause,
  )
}
