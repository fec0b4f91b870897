import type { IncludedPiece } from '../../domain/candidate.ts'
import type { ChunkId, FileId, MessageId, SessionId } from '../../domain/ids.ts'
import { keyOf, momentOf, placeOf } from '../../domain/piece.ts'
import { type LinkedIn, messageLink } from './message-link.ts'
import { shownText } from './sources.ts'

/** The chat an answer was asked in; null outside of chats. */
type CitedIn = LinkedIn | null

/** A piece an answer may cite, under a number that is valid in this answer only. */
export type Citation = {
  readonly number: number
  readonly key: string
  readonly type: 'message' | 'file' | 'memory' | 'fact'
  /** The author, the file, or the date of the session. */
  readonly source: string
  readonly message: { readonly id: MessageId; readonly externalId: string } | null
  readonly file: {
    readonly id: FileId
    readonly chunkId: ChunkId
    readonly path: string
    readonly startLine: number
    readonly endLine: number
    readonly page: number | null
  } | null
  /** Set for a session summary. */
  readonly sessionId: SessionId | null
  readonly at: Date
  readonly excerpt: string
  readonly relevance: number
  /** Whether the reply cites it. */
  readonly isUsed: boolean
  readonly link: string | null
}

const MARK = / ?\[(\d{1,4}(?:\s*,\s*\d{1,4})*)\]/g
const LONGEST_EXCERPT = 200

/** Every piece that was offered, and whether the reply cites it. */
export function readCitations(
  reply: string,
  kept: readonly IncludedPiece[],
  citedIn: CitedIn,
): Citation[] {
  const marks = [...reply.matchAll(MARK)]
  const numbers = new Set(marks.flatMap((mark) => (mark[1] ?? '').split(',').map(Number)))
  return kept.map((item) => citationOf(item, citedIn, numbers))
}

/** Marks, and after them the end of a word: the text before cannot join with anything that follows. */
const WORD_ENDS =
  /^(?: ?\[\d{1,4}(?:\s*,\s*\d{1,4})*\])*(?:$|\s|[.,;:!?)\]}"'”’»*_…]+(?:\s|$)|[。，、；：！？）」』】》])/u

/** The reply without citations of pieces that do not exist: a reader must be able to trust a citation. */
export function dropFalseMarks(reply: string, kept: readonly IncludedPiece[]): string {
  const real = new Set(kept.map((item) => item.number))
  return reply.replaceAll(MARK, (mark, list: string, at: number) => {
    const numbers = list.split(',').map(Number)
    const good = numbers.filter((number) => real.has(number))
    if (good.length === numbers.length) return mark
    if (good.length > 0) return ` [${good.join(', ')}]`
    // A space instead, or ht[99]tps would become an address that was never checked.
    return WORD_ENDS.test(reply.slice(at + mark.length)) ? '' : ' '
  })
}

/** The cited sources, one per line, for plain-text clients; empty if none was cited. */
export function sourcesBlock(citations: readonly Citation[]): string {
  const lines = citations
    .filter(({ isUsed }) => isUsed)
    .map(({ number, source, excerpt, link }) => {
      const said = excerpt.replaceAll(/\s+/g, ' ').slice(0, 80).toWellFormed()
      return `[${number}] ${source}: ${said}${link === null ? '' : ` (${link})`}`
    })
  return lines.length === 0 ? '' : `Sources:\n${lines.join('\n')}`
}

function citationOf(item: IncludedPiece, citedIn: CitedIn, used: ReadonlySet<number>): Citation {
  const { number, piece, relevance } = item
  const shared = {
    number,
    key: keyOf(piece),
    at: momentOf(piece),
    excerpt: shownText(item).slice(0, LONGEST_EXCERPT).toWellFormed(),
    relevance,
    isUsed: used.has(number),
    message: null,
    file: null,
    sessionId: null,
  }
  if (piece.kind === 'message') {
    const { id, externalId, authorName } = piece.message
    const link = item.fromSnapshot || citedIn === null ? null : messageLink(externalId, citedIn)
    const message = { id, externalId }
    return { ...shared, type: 'message', source: authorName, message, link }
  }
  if (piece.kind === 'memory') {
    const { sessionId, endedAt } = piece.memory
    const source = `session of ${endedAt.toISOString().slice(0, 10)}`
    return { ...shared, type: 'memory', source, sessionId, link: null }
  }
  if (piece.kind === 'fact') {
    return { ...shared, type: 'fact', source: piece.fact.saidByName, link: null }
  }
  const { chunk } = piece
  const { path, startLine, endLine, page } = chunk
  const file = { id: chunk.fileId, chunkId: chunk.id, path, startLine, endLine, page }
  const link = `/#/files/${chunk.fileId}/lines/${startLine}-${endLine}`
  return { ...shared, type: 'file', source: placeOf(chunk), file, link }
}
