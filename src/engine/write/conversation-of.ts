import type { IncludedPiece } from '../../domain/candidate.ts'
import type { Fact } from '../../domain/fact.ts'
import type { MessageId } from '../../domain/ids.ts'
import type { SessionSummary } from '../../domain/memory.ts'
import type { Media, Message } from '../../domain/message.ts'
import type { HistoryLine } from '../../domain/prompt-history.ts'
import type { Question } from '../../domain/question.ts'
import { encodeObject } from './encode.ts'
import { localTime } from './show-lines.ts'
import { shownText } from './sources.ts'

/** Media of the question and of the message it replies to; others are not attached. */
export type ShownMedia = {
  readonly trigger: readonly Media[]
  readonly target: readonly Media[]
}

/** What a message does not carry itself: it is read once the lines of a prompt are known. */
export type LineDetails = {
  readonly media: readonly Media[]
  /** Messages between the line before and this one were left out. */
  readonly isAfterGap: boolean
  /** Sent by this assistant. */
  readonly isSelf: boolean
}

/** What lines are made with besides the pieces of a context. */
export type LinesOf = {
  /** By message id. */
  readonly details: ReadonlyMap<MessageId, LineDetails>
  /** Media that the model gets. */
  readonly attached: ReadonlySet<Media>
  /** The message that the question replies to, by the channel's id, with the media that may be attached. */
  readonly target: { readonly id: string; readonly media: readonly Media[] } | null
}

/** The kept messages as lines, in the order of the chat. */
export function conversationLines(
  kept: readonly IncludedPiece[],
  { details, attached, target }: LinesOf,
): HistoryLine[] {
  const numbers = numbersOf(kept)
  return kept.flatMap((item) => {
    const { piece, number } = item
    if (piece.kind !== 'message') return []
    const { message } = piece
    const { media = [], isAfterGap = false, isSelf = false } = details.get(message.id) ?? {}
    const line = lineOf(message, number, shownText(item))
    return [
      {
        ...line,
        speaker: { ...line.speaker, isSelf },
        replyTo: numbers.get(message.replyTo ?? '') ?? null,
        media: (message.externalId === target?.id ? target.media : media).map((one) =>
          markOf(one, attached),
        ),
        isAfterGap,
      },
    ]
  })
}

/** Numbers of the messages in a prompt, by the channel's ids. */
function numbersOf(kept: readonly IncludedPiece[]): ReadonlyMap<string, number> {
  return new Map(
    kept.flatMap(({ piece, number }) =>
      piece.kind === 'message' ? [[piece.message.externalId, number] as const] : [],
    ),
  )
}

/** One message as a line; conversationLines adds what depends on the others. */
export function lineOf(message: Message, number: number, text: string): HistoryLine {
  const { authorId, authorName, authorUsername, isBot } = message
  return {
    number,
    messageId: message.externalId,
    speaker: { id: authorId, name: authorName, username: authorUsername, isBot, isSelf: false },
    at: message.sentAt,
    text,
    replyTo: null,
    quote: message.quote,
    media: [],
    isAfterGap: false,
  }
}

/** The question as the last line. */
export function triggerOf(
  question: Question,
  kept: readonly IncludedPiece[],
  { media, attached }: { readonly media: readonly Media[]; readonly attached: ReadonlySet<Media> },
): HistoryLine {
  const { askerName, personId, text, askedAt, messageId, replyTo, quote } = question
  const name = askerName ?? 'someone'
  return {
    number: null,
    messageId,
    speaker: { id: personId, name, username: null, isBot: false, isSelf: false },
    at: askedAt,
    text,
    replyTo: replyTo === null ? null : (numbersOf(kept).get(replyTo) ?? 'not shown'),
    quote,
    media: media.map((one) => markOf(one, attached)),
    isAfterGap: false,
  }
}

/**
 * The number of the line that a question without content of its own is probably about: the one that surely belongs,
 * or else the heaviest of the conversation; null for a question with content, and where there is no conversation.
 */
export function pointsAt(kept: readonly IncludedPiece[], isBareTag: boolean): number | null {
  if (!isBareTag) return null
  const conversation = kept.filter(({ piece, isNearby }) => piece.kind === 'message' && !isNearby)
  const [first, ...rest] = conversation
  if (first === undefined) return null
  return rest.reduce((most, item) => (item.relevance >= most.relevance ? item : most), first).number
}

/** A fact under its number, with who said it and when, and from when to when it holds where that differs. */
export function factLine(number: number, fact: Fact, text: string): string {
  const day = (at: Date) => localTime(at, 'UTC').day
  const { saidAt, validFrom, validTo, saidByName } = fact
  return encodeObject({
    ...{ n: number, said_by: saidByName, said: day(saidAt), text },
    ...(day(validFrom) === day(saidAt) ? {} : { since: day(validFrom) }),
    ...(validTo === null ? {} : { until: day(validTo) }),
  })
}

/** A session summary under its number. */
export function sessionLine(number: number, { endedAt }: SessionSummary, text: string): string {
  return encodeObject({ n: number, ended: localTime(endedAt, 'UTC').day, text })
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
function markOf(media: Media, attached: ReadonlySet<Media>): string {
  const mark = MARKS[media.kind] ?? 'Document'
  return attached.has(media) ? mark : `${mark} not shown`
}
