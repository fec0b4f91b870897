import { AppError } from '../domain/errors.ts'
import { unreadable } from './unreadable.ts'

/* Bytes into text, without guessing.
 *
 * UTF-8 is decoded strictly, UTF-16 by its byte order mark, any other charset only where the sender (or the
 * HTML page) names it. A wrong guess would be stored and searched as nonsense for good: windows-1252
 * accepts every byte, so a Russian file would pass as "Ïðèâåò". */

const UTF8_MARK = [0xef, 0xbb, 0xbf]
const UTF16_LITTLE = [0xff, 0xfe]
const UTF16_BIG = [0xfe, 0xff]

/** The file's text with \n at every line end; throws with what to do if it is not text. */
export function decodeText(bytes: Uint8Array, charset: string | null): string {
  const text = decode(bytes, charset)
  if (text.includes('\0')) throw binary()
  return text.replaceAll(/\r\n?/g, '\n')
}

/** The charset named in a content type, or null. */
export function charsetOf(contentType: string | null): string | null {
  return /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(contentType ?? '')?.[1] ?? null
}

function decode(bytes: Uint8Array, charset: string | null): string {
  if (startsWith(bytes, UTF16_LITTLE)) return decodeAs('utf-16le', bytes)
  if (startsWith(bytes, UTF16_BIG)) return decodeAs('utf-16be', bytes)
  if (startsWith(bytes, UTF8_MARK) || charset === null) return decodeAs('utf-8', bytes)
  return decodeAs(charset, bytes)
}

function decodeAs(charset: string, bytes: Uint8Array): string {
  const decoder = decoderOf(charset)
  try {
    return decoder.decode(bytes)
  } catch (error) {
    // Bytes that are no text in any encoding: the error names that rather than the charset.
    if (bytes.subarray(0, 8_192).includes(0)) throw binary()
    throw unreadable(
      'not_utf8',
      charset === 'utf-8'
        ? 'The file is text in an old encoding. Save it as UTF-8, or send its charset in content_type, such as "text/plain; charset=windows-1252".'
        : `The file is not ${charset}. Save it as UTF-8.`,
      error,
    )
  }
}

function decoderOf(charset: string) {
  try {
    return new TextDecoder(charset, { fatal: true })
  } catch (error) {
    throw unreadable(
      'not_utf8',
      `The charset "${charset}" is not known. Send the file as UTF-8.`,
      error,
    )
  }
}

function binary(): AppError {
  return new AppError(
    'file_type_unknown',
    'The file is neither text nor in a supported format: Markdown, text, source code, HTML, CSV, JSON, PDF, DOCX. Convert it to one of these.',
  )
}

/** True if the bytes begin with these. */
export function startsWith(bytes: Uint8Array, begin: readonly number[]): boolean {
  return begin.every((byte, i) => bytes[i] === byte)
}
