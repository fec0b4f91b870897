import type { Fact } from './fact.ts'
import type { ChunkId, FileId } from './ids.ts'
import type { SessionSummary } from './memory.ts'
import type { Message } from './message.ts'

/** A chunk of a file, as it is shown and cited. */
export type Chunk = {
  readonly id: ChunkId
  readonly fileId: FileId
  readonly path: string
  /** The headings above it, or the name of its function; empty if there is none. */
  readonly heading: string
  readonly startLine: number
  readonly endLine: number
  readonly page: number | null
  readonly text: string
  readonly updatedAt: Date
  /** True when the file has only this chunk. */
  readonly isWhole: boolean
  /** True when the file is the workspace's, and of no chat or person. */
  readonly isShared: boolean
}

/** A piece of a context: a message, a chunk of a file, the summary of a session, or a fact. */
export type Piece =
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'chunk'; readonly chunk: Chunk }
  | { readonly kind: 'memory'; readonly memory: SessionSummary }
  | { readonly kind: 'fact'; readonly fact: Fact }

/** A unique key of a piece. A message goes by its channel's id: a snapshot's has no row of its own. */
export function keyOf(piece: Piece): string {
  if (piece.kind === 'message') return `message:${piece.message.externalId}`
  if (piece.kind === 'fact') return `fact:${piece.fact.id}`
  return piece.kind === 'chunk' ? `chunk:${piece.chunk.id}` : `memory:${piece.memory.sessionId}`
}

/** The whole text of a piece. */
export function textOf(piece: Piece): string {
  if (piece.kind === 'message') return piece.message.text
  if (piece.kind === 'fact') return piece.fact.text
  return piece.kind === 'chunk' ? piece.chunk.text : piece.memory.text
}

/** When the message was sent, the file last written, the session ended, or the fact stated. */
export function momentOf(piece: Piece): Date {
  if (piece.kind === 'message') return piece.message.sentAt
  if (piece.kind === 'fact') return piece.fact.saidAt
  return piece.kind === 'chunk' ? piece.chunk.updatedAt : piece.memory.endedAt
}

/** The place of a chunk in its file, for a person: "docs/setup.md, lines 3–9". */
export function placeOf({ path, startLine, endLine, page }: Chunk): string {
  const lines = startLine === endLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`
  return page === null ? `${path}, ${lines}` : `${path}, page ${page}`
}
