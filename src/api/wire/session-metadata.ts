import { z } from '@hono/zod-openapi'

/** Enough for ids and labels of the caller; whatever is longer belongs into a store of its own. */
const MAX_BYTES = 4_096

/** PostgreSQL stores neither NUL nor half a surrogate pair in JSON. An even number of backslashes is no escape. */
const UNSTORABLE = /(?<!\\)(\\\\)*\\u(0000|d[89a-f])/i

const EXAMPLE = { ticket: 'T-17', page: '/pricing' }

/** Metadata of a session in a request. */
export const SessionMetadataInput = z
  .record(z.string(), z.unknown())
  .superRefine((metadata, context) => {
    const json = JSON.stringify(metadata)
    const refuse = (message: string) => context.addIssue({ code: 'custom', message })
    if (new TextEncoder().encode(json).length > MAX_BYTES) {
      refuse(`must be at most ${MAX_BYTES} bytes as JSON; store more elsewhere and its id here`)
    }
    if (UNSTORABLE.test(json)) refuse('must not hold NUL or unpaired surrogates')
  })
  .openapi({
    type: 'object',
    description:
      'Data of your own about the session, a JSON object of at most 4,096 bytes. It is stored with the session, returned with it, and deleted with it; it is not part of a prompt',
    example: EXAMPLE,
  })

/** Metadata of a session in a reply. */
export const SessionMetadataOutput = z.record(z.string(), z.unknown()).nullable().openapi({
  description: 'Data that the caller stored with the session; null if it stored none',
  example: EXAMPLE,
})
