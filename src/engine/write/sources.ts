import type { IncludedPiece } from '../../domain/candidate.ts'
import { momentOf, type Piece, textOf } from '../../domain/piece.ts'
import type { SourceLine } from '../../domain/prompt.ts'

/** The context as data, for the offline model. */
export function sourceLines(kept: readonly IncludedPiece[]): SourceLine[] {
  return kept.map((item) => ({
    number: item.number,
    speaker: speakerOf(item.piece),
    sentAt: momentOf(item.piece),
    text: shownText(item),
    ...(item.isNearby ? { isNearby: true } : {}),
    ...(item.piece.kind === 'message' && item.piece.message.isBot ? { isBot: true } : {}),
  }))
}

function speakerOf(piece: Piece): string {
  if (piece.kind === 'message') return piece.message.authorName
  if (piece.kind === 'fact') return piece.fact.saidByName
  return piece.kind === 'chunk' ? piece.chunk.path : 'an earlier talk'
}

/** The text of a piece that the model is shown. */
export function shownText({ excerpt, piece }: IncludedPiece): string {
  return excerpt ?? textOf(piece)
}
