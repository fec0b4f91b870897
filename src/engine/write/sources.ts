import type { Kept } from '../../domain/candidate.ts'
import { momentOf, textOf } from '../../domain/piece.ts'
import type { SourceLine } from '../../domain/prompt.ts'

/** The context as data, for a model without language. */
export function sourceLines(kept: readonly Kept[]): SourceLine[] {
  return kept.map((item) => ({
    number: item.number,
    speaker: item.piece.kind === 'message' ? item.piece.message.authorName : item.piece.chunk.path,
    sentAt: momentOf(item.piece),
    text: shownText(item),
  }))
}

/** What the model is shown of a piece. */
export function shownText({ excerpt, piece }: Kept): string {
  return excerpt ?? textOf(piece)
}
