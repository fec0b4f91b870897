import type { IncludedPiece } from '../../domain/candidate.ts'
import type { ConversationLine } from '../../domain/conversation.ts'
import type { SessionSummary } from '../../domain/memory.ts'
import type { Media, Message } from '../../domain/message.ts'
import type { Chunk } from '../../domain/piece.ts'
import type { Question } from '../../domain/question.ts'
import { encodeObject } from './encode.ts'
import { shownText } from './sources.ts'

/** Media of the question and of the message it replies to; others are not attached. */
export type ShownMedia = {
  readonly trigger: readonly Media[]
  readonly target: readonly Media[]
}

/** The kept messages as lines, in the order of the chat. */
export function conversationLines(
  kept: readonly IncludedPiece[],
  replyTo: string | null,
  media: ShownMedia,
): ConversationLine[] {
  const names = new Map(
    kept.flatMap(({ piece }) =>
      piece.kind === 'message' ? [[piece.message.externalId, piece.message.authorName]] : [],
    ),
  )
  return kept.flatMap((item) => {
    const { piece, number } = item
    if (piece.kind !== 'message') return []
    const { message } = piece
    return [
      {
        ...lineOf(message, number, shownText(item)),
        replyToName: names.get(message.replyTo ?? '') ?? null,
        media: message.externalId === replyTo ? media.target.map(markOf) : [],
      },
    ]
  })
}

/** One message as a line; conversationLines adds the parent's name and media. */
export function lineOf(message: Message, number: number, text: string): ConversationLine {
  const { authorId, authorName, authorUsername, isBot } = message
  return {
    number,
    messageId: message.externalId,
    speaker: { id: authorId, name: authorName, username: authorUsername, isBot },
    at: message.sentAt,
    text,
    replyTo: message.replyTo,
    replyToName: null,
    quote: message.quote,
    media: [],
  }
}

/** The question as the last line. */
export function triggerOf(
  question: Question,
  lines: readonly ConversationLine[],
  { trigger: media }: ShownMedia,
): ConversationLine {
  const { askerName, personId, text, askedAt, messageId, replyTo, quote } = question
  const target = replyTo === null ? undefined : lines.find((line) => line.messageId === replyTo)
  return {
    number: null,
    messageId,
    speaker: { id: personId, name: askerName ?? 'someone', username: null, isBot: false },
    at: askedAt,
    text,
    replyTo,
    replyToName: target?.speaker.name ?? null,
    quote,
    media: media.map(markOf),
  }
}

/** A passage of a file under its number. */
export function passageOf(number: number, chunk: Chunk, text: string): string {
  const { path, startLine, endLine, heading } = chunk
  const under = heading === '' ? {} : { under: heading }
  return encodeObject({ n: number, file: path, lines: `${startLine}-${endLine}`, ...under, text })
}

/** A session summary under its number. */
export function sessionLine(number: number, { endedAt }: SessionSummary, text: string): string {
  return encodeObject({ n: number, talk: endedAt.toISOString().slice(0, 10), text })
}

const MARKS: Readonly<Record<string, string>> = {
  photo: 'Image',
  image: 'Image',
  video: 'Video',
  animation: 'Video',
  audio: 'Audio',
  voice: 'Voice',
  sticker: 'Sticker',
  youtube: 'YouTube',
}

/** The mark of a picture or sound in a line; a sender's own description is not repeated. */
function markOf({ kind }: Media): string {
  return MARKS[kind] ?? 'Document'
}
