import type { ChatId, FileId, PersonId } from './ids.ts'

/** What a file is, as far as reading it goes. */
export const FILE_KINDS = [
  'markdown',
  'text',
  'code',
  'html',
  'csv',
  'json',
  'pdf',
  'docx',
] as const
export type FileKind = (typeof FILE_KINDS)[number]

/** A file at the door. Its path is a label: nothing is ever looked up on a disk by it. */
export type IncomingFile = {
  readonly path: string
  readonly bytes: Uint8Array
  /** What the sender says it is; its charset counts, the rest only where the name tells nothing. */
  readonly contentType: string | null
}

/** To whom a file is shown: one chat, one person, or, where both are null, the whole workspace. */
export type FileAudience = {
  readonly chatId: ChatId | null
  readonly personId: PersonId | null
}

/** A kept file, without its text. */
export type StoredFile = FileAudience & {
  readonly id: FileId
  readonly path: string
  readonly title: string
  readonly contentType: string
  readonly bytes: number
  /** SHA-256 of the bytes as they came. */
  readonly hash: string
  readonly chunkCount: number
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly accessedAt: Date
  /** Its chat or its person, as their channel calls them; null for a file of the whole workspace. */
  readonly channel: string | null
  readonly externalId: string | null
}

/** Where a part of a document begins, and what it is called. Level 1 is the outermost. */
export type Heading = { readonly offset: number; readonly level: number; readonly title: string }

/** A file made readable: text with \n at its line ends, and what is known of its structure. */
export type Document = {
  readonly kind: FileKind
  readonly title: string
  readonly text: string
  /** Of formats that mark them (HTML, DOCX, PDF by its type sizes); other formats show them in the text. */
  readonly headings: readonly Heading[]
  /** Where each page begins, for formats that have pages. */
  readonly pages: readonly number[] | null
}

/** A piece of a document small enough to be found, weighed and cited on its own; not yet kept. */
export type NewChunk = {
  readonly ordinal: number
  /** As it stands in the document; rows of a table come with their header once more. */
  readonly text: string
  /** Where it stands: "Setup › Docker", the function's name, the JSON key; '' if nothing is known. */
  readonly heading: string
  /** Counted from 1, in the text that was read. */
  readonly startLine: number
  readonly endLine: number
  readonly page: number | null
}

/** What a file may cost before it is refused. */
export type FileLimits = {
  readonly maxBytes: number
  /** Characters of text, once read. */
  readonly maxText: number
  readonly maxChunks: number
  readonly maxPages: number
  readonly maxReadMs: number
  readonly maxFilesPerOwner: number
}
