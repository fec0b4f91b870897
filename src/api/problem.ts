import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { AppError } from '../domain/errors.ts'
import { ERRORS, RETRY_AFTER } from './errors/errors.ts'
import { count, text } from './wire/fields.ts'
import { shape } from './wire/shape.ts'

/** RFC 9457, with our stable code for programs. */
export const Problem = shape(
  'Problem',
  'An error',
  z.object({
    type: text('URN of the code', 'urn:earshot:error:chat_not_found'),
    title: text('The code in words', 'chat not found'),
    status: count('HTTP status', 404),
    code: text('Stable error code', 'chat_not_found'),
    detail: text(
      'What failed, and what to do next',
      'No chat "api:teem" is known to you. Check the id (channel:chat), or send one of its messages first.',
    ),
    details: z.record(z.string(), z.unknown()).optional().openapi({
      description:
        'Data about the error, such as `field`: the invalid field; absent if there is none',
    }),
  }),
)

/** Any error as problem+json. An unexpected error is reported without its details. */
export function problemResponse(c: Context, error: unknown): Response {
  const known = toAppError(error)
  const { code } = known
  const body = problemOf(known)
  const retryAfter = RETRY_AFTER[code]
  if (retryAfter !== undefined) c.header('Retry-After', retryAfter)
  if (code === 'not_signed_in') c.header('WWW-Authenticate', 'Bearer')
  const headers = { 'Content-Type': 'application/problem+json' }
  return c.body(JSON.stringify(body), body.status as ContentfulStatusCode, headers)
}

/** An error on the wire: only its code, message and details. */
export function problemOf({ code, message, details }: AppError): z.infer<typeof Problem> {
  return {
    type: `urn:earshot:error:${code}`,
    title: code.replaceAll('_', ' '),
    status: ERRORS[code].status,
    code,
    detail: message,
    ...(Object.keys(details).length === 0 ? {} : { details }),
  }
}

/** Converts any error to an AppError; an unexpected one is `internal`. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof HTTPException && error.status === 400 && /formdata/i.test(error.message)) {
    return new AppError('invalid_request', 'The body is not valid multipart/form-data.', {
      cause: error,
    })
  }
  if (error instanceof HTTPException && error.status === 400) {
    return new AppError('malformed_json', 'The body is not valid JSON. Check quotes and commas.', {
      cause: error,
    })
  }
  return new AppError(
    'internal',
    'Internal error in Earshot. The log has the details; please report it.',
    { cause: error },
  )
}

/** Reports which field of a request is wrong, and how. */
export function validationError(error: z.core.$ZodError): AppError {
  const issue = error.issues[0]
  const field = (issue?.path ?? []).map((part) => String(part)).join('.')
  const more = error.issues.length - 1
  return new AppError(
    'invalid_request',
    `${field === '' ? 'The request' : field}: ${issue?.message ?? 'is wrong'}${more > 0 ? ` (and ${more} more)` : ''}. /docs shows the right shape.`,
    { details: { field } },
  )
}
