import { type ChatRef, formatThreadId } from './chat.ts'
import type { ChatId, FileId, PersonId } from './ids.ts'

/** The kinds of files, by how they are read. */
const FILE_KINDS = ['markdown', 'text', 'code', 'html', 'csv', 'json', 'pdf', 'docx'] as const
export type FileKind = (typeof FILE_KINDS)[number]

/** An uploaded file. Its path is a label: it is never used as a path on disk. */
export type IncomingFile = {
  readonly path: string
  readonly bytes: Uint8Array
  /** The type declared by the sender; its charset counts, the rest only where the name does not determine it. */
  readonly contentType: string | null
}

/** Who may see a file: one chat, one person, or, where both are null, the whole workspace. */
export type FileAudience = {
  readonly chatId: ChatId | null
  readonly personId: PersonId | null
}

/** A stored file, without its text. */
export type StoredFile = FileAudience & {
  readonly id: FileId
  readonly path: string
  readonly title: string
  readonly contentType: string
  readonly bytes: number
  /** SHA-256 of the bytes as uploaded. */
  readonly hash: string
  readonly chunkCount: number
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly accessedAt: Date
  /** Its chat or its person, by the channel's id; null for a file of the whole workspace. */
  readonly channel: string | null
  readonly externalId: string | null
}

/** Where a section of a document begins, and its title. Level 1 is the outermost. */
export type Heading = { readonly offset: number; readonly level: number; readonly title: string }

/** A file converted to text with \n at its line ends, and its structure. */
export type Document = {
  readonly kind: FileKind
  readonly title: string
  readonly text: string
  /** For formats that mark them (HTML, DOCX, PDF by its type sizes); other formats show them in the text. */
  readonly headings: readonly Heading[]
  /** Where each page begins, for formats that have pages. */
  readonly pages: readonly number[] | null
}

/** A piece of a document small enough to be found, scored and cited on its own; not stored yet. */
export type NewChunk = {
  readonly ordinal: number
  /** As in the document; rows of a table are preceded by their header. */
  readonly text: string
  /** Its place: "Setup › Docker", the function's name, the JSON key; '' if unknown. */
  readonly heading: string
  /** Counted from 1, in the extracted text. */
  readonly startLine: number
  readonly endLine: number
  readonly page: number | null
}

/** The limits beyond which a file is refused. */
export type FileLimits = {
  readonly maxBytes: number
  /** Characters of extracted text. */
  readonly maxText: number
  readonly maxChunks: number
  readonly maxPages: number
  readonly maxReadMs: number
  readonly maxFilesPerOwner: number
}

/** The groups that may see the workspace's files: all, or those named channel:chat. */
export type SharedFilesAudience = 'all' | ReadonlySet<string>

/** Whether a chat may see the workspace's files. A private chat always may: it has one reader. */
export function seesSharedFiles(
  chat: ChatRef & { readonly kind: string },
  audience: SharedFilesAudience,
): boolean {
  if (audience === 'all' || chat.kind !== 'group') return true
  return audience.has(formatThreadId({ ...chat, topic: null }))
}
