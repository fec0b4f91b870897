import { z } from '@hono/zod-openapi'
import { itemIdOf } from '../../engine/answer/feedback.ts'
import type { Citation } from '../../engine/write/citations.ts'
import { cleanText } from '../../text/clean-text.ts'
import { count, countOrNull, decimal, flag, text, textOrNull, time } from './fields.ts'
import { shape } from './shape.ts'

/* Shapes that several resources share. snake_case on the wire, camelCase inside. */

// Control characters in a name are a mistake at best; the database would refuse the worst of them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what it must find
const NO_CONTROLS = /^[^\u0000-\u001f\u007f\ud800-\udfff]+$/u

/** A short text that is a name or an id. */
export function plainText(maxLength: number) {
  return z
    .string()
    .min(1)
    .max(maxLength)
    .refine((text) => NO_CONTROLS.test(text), 'must not hold control characters')
}

/** An id of a channel. Numbers are accepted as they are written. */
export const Id = z
  .union([plainText(200), z.int().transform(String)])
  .openapi({ type: 'string', minLength: 1, maxLength: 200, example: '7' })

/** The same, which may be left out. */
export function optionalId(description: string, example = '7') {
  return Id.nullish().openapi({ type: ['string', 'null'], description, example })
}

/** Free text of users: characters that cannot be stored are replaced. */
export const FreeText = z
  .string()
  .max(500)
  .transform(cleanText)
  .openapi({ type: 'string', maxLength: 500 })

/** The same, which may be left out. */
export function optionalText(description: string, example: string) {
  return FreeText.nullish().openapi({ type: ['string', 'null'], description, example })
}

/** A moment with its time zone. */
export const Moment = z.iso
  .datetime({
    offset: true,
    error: 'must be ISO 8601 with a time zone, such as 2026-01-05T10:00:00Z',
  })
  .transform((text) => new Date(text))
  .openapi({ type: 'string', format: 'date-time', example: '2026-03-10T11:50:00Z' })

/** The same, which may be left out. */
export function optionalMoment(description: string) {
  return Moment.nullish().openapi({ type: ['string', 'null'], description })
}

/** An id of one of our rows: a number, sent as text as all ids are. */
export const RowId = z.coerce
  .number()
  .int()
  .positive()
  .max(Number.MAX_SAFE_INTEGER)
  .openapi({ type: 'string', pattern: '^[1-9][0-9]*$', example: '12' })

/** How many entries a list returns at most. */
export function pageSize(most: number, usual: number) {
  return z.coerce.number().int().min(1).max(most).default(usual).openapi({
    description: 'Number of entries in the reply, at most',
  })
}

export const WireAuthor = shape(
  'Author',
  'A person, as the channel names them',
  z
    .object({
      id: Id.openapi({ description: 'Id of the person in the channel', example: 'u1' }),
      name: optionalText('Name to display; default: the stored name', 'Ann'),
      username: optionalText('Username in the channel; default: the stored one', 'ann_k'),
      is_bot: z
        .boolean()
        .nullish()
        .openapi({ description: 'True if a program writes the messages; default: false' }),
    })
    .transform((author) => ({
      externalId: author.id,
      name: author.name ?? null,
      username: author.username ?? null,
      isBot: author.is_bot ?? false,
    })),
)

export const ThreadId = plainText(700).openapi({
  example: 'api:team',
  description:
    'Chat or thread: channel:chat or channel:chat:topic; write %3A for a colon inside an id',
})

export const SessionKey = plainText(200).openapi({
  example: 'a-session',
  description: 'Id of the session',
})

export const WireCitation = shape(
  'Citation',
  'A message, part of a file or summary that an answer may cite',
  z.object({
    number: count('Number of the citation in the text: [1]', 1),
    id: text(
      'Id for feedback: `message:…` or `chunk:…`; a summary (`memory:…`) takes none',
      'message:7',
    ),
    type: z.enum(['message', 'file', 'memory', 'fact']).openapi({
      description:
        'What is cited; `memory`: the summary of an earlier session; `fact`: what a person stated',
    }),
    source: text(
      'Author of the message, file with its lines or page, or date of the session',
      'Ann',
    ),
    message_id: textOrNull('Id of the message in its channel; null for a file or summary', '7'),
    session_id: textOrNull('Id of the summarized session; null for a message or file'),
    author: textOrNull('Author of the message; null for a file or summary', 'Ann'),
    sent_at: time(
      'Time of the message, of the last change of the file, or of the end of the session',
    ),
    file_id: textOrNull('Id of the file; null for a message or summary'),
    path: textOrNull('Path of the file; null for a message or summary'),
    start_line: countOrNull('First line of the cited part, from 1; null unless it is a file'),
    end_line: countOrNull('Last line of the cited part; null unless it is a file'),
    page: countOrNull('Page of the cited part, from 1; null if the file has no pages'),
    excerpt: text(
      'Beginning of the cited text, at most 200 characters',
      'The launch is on Thursday.',
    ),
    relevance: decimal('Score, 0 to 1', 0.71),
    used_in_response: flag('True if the answer cites it; false for every item of a context', true),
    link: textOrNull(
      'Link to the message in Telegram or in the console, or to the lines of the file in the console; null for a summary or a message without one',
      '/#/chats/api%3Ateam/messages/7',
    ),
  }),
)

export type WireCitation = z.infer<typeof WireCitation>

/** A citation on the wire. */
export function toWireCitation(citation: Citation): WireCitation {
  const { message, file } = citation
  return {
    number: citation.number,
    id:
      citation.type === 'memory' || citation.type === 'fact'
        ? citation.key
        : itemIdOf({ messageId: message?.id ?? null, chunkId: file?.chunkId ?? null }),
    type: citation.type,
    source: citation.source,
    message_id: message?.externalId ?? null,
    session_id: citation.sessionId,
    author: message === null ? null : citation.source,
    sent_at: citation.at.toISOString(),
    file_id: file === null ? null : String(file.id),
    path: file?.path ?? null,
    start_line: file?.startLine ?? null,
    end_line: file?.endLine ?? null,
    page: file?.page ?? null,
    excerpt: citation.excerpt,
    relevance: citation.relevance,
    used_in_response: citation.isUsed,
    link: citation.link,
  }
}

/** A required JSON body of this shape, with an example; without one it is composed of the shape's fields. */
export function jsonBody<T extends z.ZodType>(schema: T, example?: z.input<T>) {
  const media = example === undefined ? { schema } : { schema, example }
  return { content: { 'application/json': media }, required: true } as const
}

/** A JSON response of this shape. */
export function jsonReply<T extends z.ZodType>(schema: T, description: string) {
  return { content: { 'application/json': { schema } }, description } as const
}
