import { z } from '@hono/zod-openapi'
import { itemIdOf } from '../../engine/answer/feedback.ts'
import type { Citation } from '../../engine/write/citations.ts'
import { cleanText } from '../../text/clean-text.ts'
import { Problem } from '../problem.ts'

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
  .openapi({ type: 'string', example: '7' })

/** Free text of users: characters that cannot be stored are replaced. */
export const FreeText = z.string().max(500).transform(cleanText).openapi({ type: 'string' })

/** A moment with its time zone. */
export const Moment = z.iso
  .datetime({
    offset: true,
    error: 'must be ISO 8601 with a time zone, such as 2026-01-05T10:00:00Z',
  })
  .transform((text) => new Date(text))
  .openapi({ type: 'string', format: 'date-time', example: '2026-01-05T10:00:00Z' })

export const WireAuthor = z
  .object({
    id: Id.openapi({ description: 'Id of the person in the channel' }),
    name: FreeText.nullish(),
    username: FreeText.nullish(),
    is_bot: z.boolean().nullish().openapi({ description: 'Default: false' }),
  })
  .transform((author) => ({
    externalId: author.id,
    name: author.name ?? null,
    username: author.username ?? null,
    isBot: author.is_bot ?? false,
  }))
  .openapi('Author')

export const ThreadId = plainText(700).openapi({
  example: 'api:team',
  description: 'Chat or thread: channel:chat or channel:chat:topic',
})

export const WireCitation = z
  .object({
    number: z.number().openapi({ description: 'Number in the text: [1]' }),
    id: z.string().openapi({ description: 'Id for feedback' }),
    type: z.enum(['message', 'file', 'memory']),
    source: z.string().openapi({ description: 'Author of the message, or file and lines' }),
    message_id: z.string().nullable(),
    session_id: z.string().nullable().openapi({ description: 'Session of a cited summary' }),
    author: z.string().nullable(),
    sent_at: z.string(),
    file_id: z.string().nullable(),
    path: z.string().nullable(),
    start_line: z.number().nullable(),
    end_line: z.number().nullable(),
    page: z.number().nullable(),
    excerpt: z.string(),
    relevance: z.number().openapi({ description: 'Score' }),
    used_in_response: z.boolean().openapi({ description: 'True if the answer cites it' }),
    link: z.string().nullable().openapi({
      description: 'Link to the message in Telegram, to lines of a file, or into the console',
    }),
  })
  .openapi('Citation')

export type WireCitation = z.infer<typeof WireCitation>

/** A citation on the wire. */
export function toWireCitation(citation: Citation): WireCitation {
  const { message, file } = citation
  return {
    number: citation.number,
    id:
      citation.type === 'memory'
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

/** The responses every route can give besides its own. */
export const problems = {
  default: {
    description: 'Error, with a stable code',
    content: { 'application/problem+json': { schema: Problem } },
  },
} as const

/** A required JSON body of this shape. */
export function jsonBody<T extends z.ZodType>(schema: T) {
  return { content: { 'application/json': { schema } }, required: true } as const
}

/** A JSON response of this shape. */
export function jsonReply<T extends z.ZodType>(schema: T, description: string) {
  return { content: { 'application/json': { schema } }, description } as const
}
