import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { AppError, type ErrorCode } from '../domain/errors.ts'

// A new ErrorCode without a status here does not compile.
const STATUS: Record<ErrorCode, ContentfulStatusCode> = {
  invalid_request: 400,
  malformed_json: 400,
  json_too_deep: 400,
  invalid_timestamp: 400,
  not_signed_in: 401,
  forbidden: 403,
  route_not_found: 404,
  chat_not_found: 404,
  message_not_found: 404,
  session_not_found: 404,
  answer_not_found: 404,
  item_not_found: 404,
  reference_not_found: 404,
  correction_not_found: 404,
  key_not_found: 404,
  file_not_found: 404,
  too_many_files: 409,
  message_deleted: 410,
  body_too_large: 413,
  text_too_long: 413,
  file_too_large: 413,
  not_json: 415,
  file_type_unknown: 415,
  file_unreadable: 422,
  file_empty: 422,
  rate_limited: 429,
  spend_limit_reached: 429,
  // As in nginx: the client is gone, but logs and metrics distinguish it from a failure.
  cancelled: 499 as ContentfulStatusCode,
  bad_config: 500,
  data_dir_locked: 500,
  data_dir_unusable: 500,
  extension_missing: 500,
  import_line_invalid: 400,
  internal: 500,
  keys_required: 500,
  port_in_use: 500,
  person_not_found: 404,
  link_code_invalid: 400,
  memory_opted_out: 409,
  topic_unknown: 404,
  job_not_found: 404,
  send_not_found: 404,
  settings_not_writable: 409,
  telegram_failed: 502,
  telegram_off: 404,
  work_in_progress: 409,
  server_unreachable: 500,
  model_key_missing: 500,
  model_unknown: 500,
  model_key_rejected: 502,
  model_rejected_request: 502,
  model_prompt_too_long: 502,
  embedding_failed: 502,
  model_unavailable: 503,
  source_too_slow: 503,
  database_stalled: 503,
  disk_full: 507,
  database_unavailable: 503,
  journal_failed: 503,
  shutting_down: 503,
  write_not_made: 503,
}

/** Seconds after which a retry makes sense, where it does. */
const RETRY_AFTER: Partial<Record<ErrorCode, string>> = {
  rate_limited: '10',
  database_stalled: '2',
  disk_full: '60',
  database_unavailable: '5',
  model_unavailable: '10',
  shutting_down: '5',
  journal_failed: '10',
  write_not_made: '1',
}

/** RFC 9457, with our stable code for programs. */
export const Problem = z
  .object({
    type: z.string().openapi({ example: 'urn:earshot:error:chat_not_found' }),
    title: z.string().openapi({ description: 'The code in words' }),
    status: z.number().openapi({ description: 'HTTP status' }),
    code: z.string().openapi({ example: 'chat_not_found', description: 'Stable error code' }),
    detail: z.string().openapi({ description: 'What failed, and what to do next' }),
    details: z
      .record(z.string(), z.unknown())
      .optional()
      .openapi({ description: 'Data about the error, such as the invalid field' }),
  })
  .openapi('Problem')

/** Any error as problem+json. An unexpected error is reported without its details. */
export function problemResponse(c: Context, error: unknown): Response {
  const known = toAppError(error)
  const { code } = known
  const body = problemOf(known)
  const retryAfter = RETRY_AFTER[code]
  if (retryAfter !== undefined) c.header('Retry-After', retryAfter)
  if (code === 'not_signed_in') c.header('WWW-Authenticate', 'Bearer')
  return c.body(JSON.stringify(body), STATUS[code], { 'Content-Type': 'application/problem+json' })
}

/** An error on the wire: only its code, message and details. */
export function problemOf({ code, message, details }: AppError): z.infer<typeof Problem> {
  return {
    type: `urn:earshot:error:${code}`,
    title: code.replaceAll('_', ' '),
    status: STATUS[code],
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
    'Something broke inside Earshot. It is in the log with its place; please report it.',
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
