import { AppError } from '../domain/errors.ts'

/** An entry of a btree index holds at most 2,704 bytes, and the owner is in it as well. */
const MAX_BYTES = 1_000
/** Most file systems end names here; a longer one is a mistake. */
const MAX_DEPTH = 100

// Control characters, and bidirectional controls, which disguise a name.
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what it must find
const UNSHOWN = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]/u

/**
 * The label under which a file is stored: forward slashes, no leading one, no "." and "..", composed
 * letters. "../../etc/x" becomes "etc/x": a label, not a path on a disk.
 */
export function normalisePath(label: string): string {
  const parts: string[] = []
  for (const part of label.normalize('NFC').split(/[/\\]+/)) {
    const name = part.trim()
    if (name === '..') parts.pop()
    else if (name !== '' && name !== '.') parts.push(name)
  }
  const path = parts.join('/')
  if (path === '') throw badPath('is empty. Send the name of the file, such as docs/setup.md.')
  if (UNSHOWN.test(path)) throw badPath('holds control characters. Rename the file.')
  if (Buffer.byteLength(path) > MAX_BYTES || parts.length > MAX_DEPTH) {
    throw badPath(
      `is longer than ${MAX_BYTES} bytes or deeper than ${MAX_DEPTH} folders. Shorten it.`,
    )
  }
  return path
}

/** The last part of a path: the file's name. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function badPath(why: string): AppError {
  return new AppError('invalid_request', `path: ${why}`, { details: { field: 'path' } })
}
