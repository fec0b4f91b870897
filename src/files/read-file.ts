import { AppError } from '../domain/errors.ts'
import type { Document, FileKind, FileLimits, IncomingFile } from '../domain/file.ts'
import { cleanText } from '../text/clean-text.ts'
import { charsetOf, decodeText } from './decode-text.ts'
import { findKind } from './find-kind.ts'
import { nameOf } from './normalise-path.ts'
import { readDocx } from './read/read-docx.ts'
import { htmlCharset, readHtml } from './read/read-html.ts'
import { readMarkdownFile } from './read/read-markdown.ts'
import { readPdf } from './read/read-pdf.ts'

const MAX_TITLE = 200

/** The text of a file and its structure; a file without text is refused, with the reason. */
export async function readFile(file: IncomingFile, limits: FileLimits): Promise<Document> {
  checkBytes(file, limits)
  const kind = findKind(file)
  const read = await readAs(kind, file, limits)
  // A title appears in prompts and lists: one line, and never half a character.
  const title = read.title.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TITLE).toWellFormed()
  const text = cleanText(read.text)
  const document = { ...read, kind, text, title: title || nameOf(file.path) }
  if (!/\S/.test(text)) throw empty()
  if (text.length > limits.maxText) {
    throw new AppError(
      'file_too_large',
      `The file holds ${text.length} characters of text, more than ${limits.maxText}. Split it, or raise EARSHOT_FILE_CHARACTERS.`,
      { details: { characters: text.length, limit: limits.maxText } },
    )
  }
  return document
}

/** Throws for a file that is empty or too large, before it is read. */
export function checkBytes({ bytes }: Pick<IncomingFile, 'bytes'>, limits: FileLimits): void {
  if (bytes.length === 0) throw empty()
  if (bytes.length <= limits.maxBytes) return
  throw new AppError(
    'file_too_large',
    `The file has ${bytes.length} bytes, more than ${limits.maxBytes}. Split it, or raise EARSHOT_FILE_MEGABYTES.`,
    { details: { bytes: bytes.length, limit: limits.maxBytes } },
  )
}

type Read = Omit<Document, 'kind'>

async function readAs(kind: FileKind, file: IncomingFile, limits: FileLimits): Promise<Read> {
  const { bytes, contentType } = file
  if (kind === 'pdf') return readPdf(bytes, limits)
  if (kind === 'docx') return { ...(await readDocx(bytes, limits)), pages: null }
  const charset = charsetOf(contentType)
  if (kind === 'html') {
    const html = decodeText(bytes, charset ?? htmlCharset(bytes))
    return { ...(await readHtml(html)), pages: null }
  }
  const text = decodeText(bytes, charset)
  if (kind === 'markdown') return { ...readMarkdownFile(text), pages: null }
  return { title: '', text, headings: [], pages: null }
}

function empty(): AppError {
  return new AppError('file_empty', 'The file contains no text. Omit it.')
}
