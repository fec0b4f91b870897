import { isUtf8 } from 'node:buffer'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { TextDecoder } from 'node:util'
import { AppError } from '../domain/errors.ts'

/** A file to read from: once or several times, in pieces, always as UTF-8 without a byte order mark. */
export type ImportInput = {
  readonly path: string
  readonly name: string
  readonly sizeBytes: number
  /** When the file was last changed. */
  readonly changedAt: Date
  /** How far the reading is, in bytes of the file: for the progress bar. */
  position(): number
  /** Sets the position where the file is not read through `bytes`. */
  moveTo(position: number): void
  bytes(): AsyncGenerator<Buffer>
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

const CHUNK_BYTES = 1 << 18
const MARKS: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** Opens a file; throws with the reason if it cannot be read. */
export async function openSource(path: string): Promise<ImportInput> {
  const found = await stat(path).catch((error: unknown) => {
    throw unreadable(path, error)
  })
  if (!found.isFile()) {
    throw new AppError(
      'file_unreadable',
      `${path} is not a file. Give the path of the exported file.`,
    )
  }
  if (found.size === 0) throw new AppError('file_empty', `${path} is empty. Export it again.`)
  let position = 0
  return {
    path,
    name: basename(path),
    sizeBytes: found.size,
    changedAt: found.mtime,
    position: () => position,
    moveTo: (at) => {
      position = at
    },
    bytes: () =>
      asUtf8(
        readChunks(path, (at) => {
          position = at
        }),
      ),
  }
}

/** The first bytes of a file, as they are. */
export async function readHead(path: string, length: number): Promise<Buffer> {
  const file = await open(path).catch((error: unknown) => {
    throw unreadable(path, error)
  })
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/**
 * Reads the whole file once, and throws at the first byte that is not UTF-8: a text in another encoding would
 * be stored as nonsense. Two gigabytes take two seconds.
 */
export async function checkEncoding({ path, name }: ImportInput): Promise<void> {
  let offset = 0
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of readChunks(path, () => undefined)) {
    if (offset === 0 && encodingOf(chunk) !== 'utf-8') return
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const whole = bytes.length - openTail(bytes)
    if (!isUtf8(bytes.subarray(0, whole))) throw notUtf8(name, offset + badByte(bytes))
    offset += whole
    rest = Buffer.from(bytes.subarray(whole))
  }
  if (rest.length > 0) throw notUtf8(name, offset)
}

async function* readChunks(path: string, moved: (at: number) => void): AsyncGenerator<Buffer> {
  const file = await open(path).catch((error: unknown) => {
    throw unreadable(path, error)
  })
  try {
    for (let at = 0; ; ) {
      // A new buffer each time: readers retain parts of it.
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES)
      if (bytesRead === 0) return
      at += bytesRead
      moved(at)
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

/** Removes the byte order mark, and converts UTF-16, as some editors and shells save it, to UTF-8. */
async function* asUtf8(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let decoder: TextDecoder | null = null
  let isFirst = true
  for await (const chunk of chunks) {
    const encoding = isFirst ? encodingOf(chunk) : null
    isFirst = false
    if (encoding === 'utf-16le' || encoding === 'utf-16be') decoder = new TextDecoder(encoding)
    if (decoder !== null) yield Buffer.from(decoder.decode(chunk, { stream: true }))
    else yield encoding === 'utf-8' ? withoutMark(chunk) : chunk
  }
  if (decoder !== null) yield Buffer.from(decoder.decode())
}

/** UTF-16 only by its byte order mark. */
function encodingOf(head: Buffer): Encoding {
  return MARKS.find(([, mark]) => mark.every((byte, i) => head[i] === byte))?.[0] ?? 'utf-8'
}

function withoutMark(chunk: Buffer): Buffer {
  return chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? chunk.subarray(3) : chunk
}

/** How many bytes at the end may begin a character that the next chunk completes. */
function openTail(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0
  }
  return 0
}

/** The offset of the first invalid character, by bisection: a prefix may end inside a character. */
function badByte(bytes: Buffer): number {
  let good = 0
  let bad = bytes.length
  while (bad - good > 1) {
    const middle = (good + bad) >> 1
    const part = bytes.subarray(0, middle)
    if (isUtf8(part.subarray(0, middle - openTail(part)))) good = middle
    else bad = middle
  }
  return good - openTail(bytes.subarray(0, good))
}

function notUtf8(name: string, offset: number): AppError {
  return new AppError(
    'file_unreadable',
    `${name} is not UTF-8: byte ${offset} is invalid. Save it as UTF-8 (iconv -f ISO-8859-1 -t UTF-8) and run this again. Nothing was stored.`,
    { details: { offset } },
  )
}

function unreadable(path: string, cause: unknown): AppError {
  return new AppError(
    'file_unreadable',
    `${path} cannot be read. Check the path and its permissions.`,
    { cause },
  )
}
