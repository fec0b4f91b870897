import { AppError } from '../domain/errors.ts'
import type { FileKind, IncomingFile } from '../domain/file.ts'
import { startsWith } from './decode-text.ts'
import { nameOf } from './normalise-path.ts'
import { unreadable } from './unreadable.ts'

const ZIP = [0x50, 0x4b, 0x03, 0x04]
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
/** PDF producers put up to a kilobyte of their own before the signature. */
const PDF_MARK_WITHIN = 1_024

const EXTENSIONS: Readonly<Record<FileKind, string>> = {
  markdown: 'md markdown mdx mkd qmd rmd',
  html: 'html htm xhtml',
  csv: 'csv tsv',
  json: 'json geojson webmanifest ipynb',
  pdf: 'pdf',
  docx: 'docx',
  code: 'js mjs cjs jsx ts mts cts tsx py pyi rb php java kt kts scala groovy go rs c h cc cpp cxx hh hpp cs fs swift m mm dart lua pl pm r jl ex exs erl hrl hs ml mli clj cljs el lisp vue svelte sh bash zsh fish ps1 sql proto graphql gql tf sol zig nim v vb css scss sass less',
  text: 'txt text log rst adoc org tex yaml yml toml ini cfg conf xml jsonl ndjson srt vtt',
}
const KIND_OF = new Map(
  Object.entries(EXTENSIONS).flatMap(([kind, names]) =>
    names.split(' ').map((name) => [name, kind as FileKind] as const),
  ),
)
const CONTENT_TYPES: readonly (readonly [RegExp, FileKind])[] = [
  [/^application\/pdf\b/i, 'pdf'],
  [/^application\/vnd\.openxmlformats-officedocument\.wordprocessingml\.document\b/i, 'docx'],
  [/^text\/(x-)?markdown\b/i, 'markdown'],
  [/^(text\/html|application\/xhtml\+xml)\b/i, 'html'],
  [/^text\/(csv|tab-separated-values)\b/i, 'csv'],
  [/^application\/(.+\+)?json\b/i, 'json'],
]

/** The content type where the sender sent none. */
export const CONTENT_TYPE_OF: Readonly<Record<FileKind, string>> = {
  markdown: 'text/markdown',
  text: 'text/plain',
  code: 'text/plain',
  html: 'text/html',
  csv: 'text/csv',
  json: 'application/json',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}

/**
 * How a file is read. Its first bytes decide where they are a signature, then its name, then the sender's
 * content type; an unknown kind is read as text, and refused there if it is none.
 */
export function findKind({ path, bytes, contentType }: IncomingFile): FileKind {
  const extension = /\.([^.]+)$/.exec(nameOf(path))?.[1]?.toLowerCase() ?? ''
  const said = CONTENT_TYPES.find(([pattern]) => pattern.test(contentType ?? ''))?.[1]
  const kind = KIND_OF.get(extension) ?? said ?? 'text'
  if (isPdf(bytes, kind)) return 'pdf'
  if (startsWith(bytes, OLE)) {
    throw unreadable(
      'protected',
      'This is an old Office file (.doc, .xls) or one with a password. Save it as .docx or PDF without a password.',
    )
  }
  if (startsWith(bytes, ZIP) && kind !== 'docx') {
    throw new AppError(
      'file_type_unknown',
      'This is an archive or an Office file other than DOCX. Unpack it, or save it as DOCX, PDF, CSV or text.',
    )
  }
  if (kind === 'pdf' || (kind === 'docx' && !startsWith(bytes, ZIP))) {
    throw unreadable(
      'damaged',
      `The name says ${kind === 'pdf' ? 'PDF' : 'DOCX'}, but the content does not. Check that it opens in other programs, and send it with the right file extension.`,
    )
  }
  return kind
}

/** A text that mentions "%PDF-" in its first lines is still a text, so there the name must agree. */
function isPdf(bytes: Uint8Array, kind: FileKind): boolean {
  const begin = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, PDF_MARK_WITHIN))
  const at = begin.indexOf('%PDF-')
  return at === 0 || (at > 0 && kind === 'pdf')
}
