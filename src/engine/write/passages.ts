import { createHash } from 'node:crypto'
import type { IncludedPiece } from '../../domain/candidate.ts'
import { type Chunk, placeOf } from '../../domain/piece.ts'
import { encodeText, escapeUnseen } from './encode.ts'
import { shownText } from './sources.ts'

/* Passages of files, as they are, between two lines with a fence that no file can contain: it is a hash of all passages,
 * so a text with the fence in it would have to contain its own hash. As JSON strings their quotes and line breaks would be
 * escaped: hard to read, and 8 % more tokens for source code, none for prose (decision 27).
 *
 *     Passages of files, each between two lines with the mark 5d41402abc4b2a76:
 *     [3] "docs/setup.md, lines 3–9" under "Install"
 *     <<< 5d41402abc4b2a76
 *     Run `npm install`.
 *     >>> 5d41402abc4b2a76
 */

export type Passage = {
  readonly number: number
  readonly chunk: Chunk
  readonly text: string
}

/** The passages among the pieces of a context; lines that two of them share stand in the first alone. */
export function passagesOf(kept: readonly IncludedPiece[]): Passage[] {
  const passages = kept.flatMap((item) =>
    item.piece.kind === 'chunk'
      ? [{ number: item.number, chunk: item.piece.chunk, text: shownText(item) }]
      : [],
  )
  return passages.map((passage) => withoutShared(passage, passages))
}

/** Drops the first lines of a passage that the passage before it in the file ends with. */
function withoutShared(passage: Passage, all: readonly Passage[]): Passage {
  const { chunk, text } = passage
  const lines = text.split('\n')
  // Excerpts and tables with a repeated header do not have one line of text a line of the file.
  if (lines.length !== chunk.endLine - chunk.startLine + 1) return passage
  const before = all.find(
    (other) =>
      other.chunk.fileId === chunk.fileId &&
      other.chunk.startLine < chunk.startLine &&
      other.chunk.endLine >= chunk.startLine &&
      other.chunk.endLine < chunk.endLine,
  )
  if (before === undefined) return passage
  const shared = before.chunk.endLine - chunk.startLine + 1
  const ends = before.text.split('\n').slice(-shared)
  if (ends.join('\n') !== lines.slice(0, shared).join('\n')) return passage
  return {
    ...passage,
    chunk: { ...chunk, startLine: chunk.startLine + shared },
    text: lines.slice(shared).join('\n'),
  }
}

/** The section of a prompt with these passages; null if there are none. */
export function passagesSection(passages: readonly Passage[]): string | null {
  if (passages.length === 0) return null
  const written = passages.map(({ number, chunk, text }) => ({
    head: headOf(number, chunk),
    text: escapeUnseen(text),
  }))
  const mark = createHash('sha256').update(JSON.stringify(written)).digest('hex').slice(0, 16)
  return [
    `Passages of files, each between two lines with the mark ${mark}:`,
    ...written.flatMap(({ head, text }) => [head, `<<< ${mark}`, text, `>>> ${mark}`]),
  ].join('\n')
}

/** A passage as it may stand in a prompt, for counting its tokens. */
export function passageText(number: number, chunk: Chunk, text: string): string {
  const mark = '0123456789abcdef'
  return [headOf(number, chunk), `<<< ${mark}`, escapeUnseen(text), `>>> ${mark}`].join('\n')
}

function headOf(number: number, chunk: Chunk): string {
  const under = chunk.heading === '' ? '' : ` under ${encodeText(chunk.heading)}`
  return `[${number}] ${encodeText(placeOf(chunk))}${under}`
}
