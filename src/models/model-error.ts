import {
  APICallError,
  EmptyResponseBodyError,
  InvalidResponseDataError,
  JSONParseError,
  TypeValidationError,
} from 'ai'
import * as z from 'zod'
import { AppError, codeOf, isAppError } from '../domain/errors.ts'
import type { CallPart } from './capabilities.ts'
import type { ProviderName } from './providers/provider-access.ts'

/* The meaning of a provider's failure.
 *
 * Only the status and the provider's own error code (letters and underscores) are repeated, and no cause is
 * attached: an SDK error carries the whole prompt, the address, and at times a piece of the key, and would
 * bring them into the logs. */

/** The model and its provider. */
export type ModelTarget = { readonly provider: ProviderName; readonly name: string }

/** Vendors spell it code, type or status; numbers and free text are ignored. */
const Name = z.string().regex(/^[a-z_]{1,40}$/i)
const Said = z.object({
  code: Name.optional().catch(undefined),
  type: Name.optional().catch(undefined),
  status: Name.optional().catch(undefined),
  param: Name.optional().catch(undefined),
  message: z.string().optional().catch(undefined),
})
type Said = Partial<z.infer<typeof Said>>
/** Older vLLMs send the error unwrapped, TGI as a text. */
const ErrorBody = z.union([
  z.object({ error: Said }).transform(({ error }) => error),
  z.object({ error: z.string() }).transform(({ error }): Said => ({ message: error })),
  Said,
])

/* How vendors report that a prompt is too long: OpenAI by code; Anthropic, Google, vLLM, llama.cpp, TGI and
 * OpenRouter by their message, matched here and never repeated. Only its beginning: further on a vendor may
 * quote the request, in which a user may have typed these very words. */
const TOO_LONG_CODE = /^(context_length_exceeded|exceed_context_size_error|request_too_large)/
const TOO_LONG_WORDS =
  /prompt is too long|input token count.{0,40}exceeds|maximum (context|model) length|exceeds? the (available|model's) context|context (length|window|size) (is )?exceeded|reduce the length of the messages|must have less than \d+ tokens/i
const WORDS_READ = 200

/** Errors of a vendor within a stream, or in place of a promised answer. */
const NO_ANSWER = [
  JSONParseError,
  TypeValidationError,
  InvalidResponseDataError,
  EmptyResponseBodyError,
]

/** Turns any error of a provider call into an AppError that states what to do next. */
export function toModelError(error: unknown, target: ModelTarget): AppError {
  if (isAppError(error)) return error
  if (NO_ANSWER.some((kind) => kind.isInstance(error))) return noAnswer(target)
  if (!APICallError.isInstance(error)) {
    const kind = error instanceof Error ? error.name : typeof error
    return failure('model_rejected_request', target, `The request could not be made (${kind}).`)
  }
  const status = error.statusCode
  if (status === undefined) {
    return unavailable(target, 'cannot be reached', { network: networkCode(error.cause) })
  }
  if (status < 300) return noAnswer(target)
  if (status === 408 || status === 409 || status === 429 || status >= 500) {
    return unavailable(target, `answered ${status}`, { status })
  }
  return refusal(error, status, target)
}

/** The provider is down, busy, slow or silent: a later retry may succeed, so a fallback may answer. */
export function unavailable(
  target: ModelTarget,
  what: string,
  details: Readonly<Record<string, unknown>> = {},
): AppError {
  const message = `${target.provider} ${what}. Retry later.`
  return failure('model_unavailable', target, message, details)
}

/** The same, after a part of the answer was emitted: a fallback would be a second answer. */
export function brokeOff(target: ModelTarget): AppError {
  return failure(
    'model_unavailable',
    target,
    `${target.provider} stopped in the middle of its answer. Retry.`,
  )
}

function noAnswer(target: ModelTarget): AppError {
  return unavailable(target, 'sent an unreadable response')
}

function refusal(error: APICallError, status: number, target: ModelTarget): AppError {
  const { provider, name } = target
  const said = saidIn(error)
  const code = codeIn(said)
  const details = { status, code }
  if (status === 413 || isTooLong(said)) {
    const message = `The prompt is longer than ${provider}'s ${name} accepts. Lower EARSHOT_CONTEXT_TOKENS.`
    return failure('model_prompt_too_long', target, message, details)
  }
  // Google responds 400 to a bad key, and OpenAI at times 400 to an unknown model.
  const body = error.responseBody ?? ''
  if (status === 401 || status === 403 || body.includes('API_KEY_INVALID')) {
    const message = `${provider} does not accept the key (${status}). Check the key and its permissions.`
    return failure('model_key_rejected', target, message, details)
  }
  if (status === 404 || body.includes('model_not_found')) {
    const message = `${provider} has no model "${name}" (${status}). Check the name and the base URL.`
    return failure('model_unknown', target, message, details)
  }
  const message = `${provider} refused the request (${[status, code].filter(Boolean).join(', ')}).`
  return failure('model_rejected_request', target, `${message} Check the model's limits.`, details)
}

function failure(
  code: AppError['code'],
  { provider, name }: ModelTarget,
  message: string,
  details: Readonly<Record<string, unknown>> = {},
): AppError {
  return new AppError(code, message, { details: { provider, model: name, ...details } })
}

/** The body as parsed by the SDK, or the body itself where the SDK does not know its shape. */
function saidIn({ data, responseBody = '' }: APICallError): Said {
  const isRead = data !== undefined || !responseBody.startsWith('{')
  try {
    return ErrorBody.safeParse(isRead ? data : JSON.parse(responseBody)).data ?? {}
  } catch {
    return {}
  }
}

function codeIn({ code, status, type, param }: Said): string {
  return [code ?? status ?? type, param].filter(Boolean).join(' ')
}

function isTooLong({ code, type, message = '' }: Said): boolean {
  return TOO_LONG_CODE.test(code ?? type ?? '') || TOO_LONG_WORDS.test(message.slice(0, WORDS_READ))
}

/** ECONNREFUSED and the like: safe to show, and the most useful detail. */
function networkCode(cause: unknown): string | undefined {
  const code = codeOf(cause)
  return /^[A-Z_]+$/.test(code) ? code : undefined
}

const TOOL = String.raw`\b(?:tools?|tool_choice|function[ _]?call\w*|functions?)\b`
const NOT = String.raw`\b(?:not|unknown|unsupported|unrecogni[sz]ed)\b`
/** "does not support tools", "Function calling is not enabled"; not the request itself, repeated. */
const NO_TOOLS = new RegExp(`${NOT}[^{}]{0,60}?${TOOL}|${TOOL}[^{}]{0,60}?${NOT}`, 'i')

/* Words of OpenAI, Google, Anthropic, Mistral, DeepSeek, OpenRouter, Ollama, vLLM and llama.cpp, and of chat
 * templates, which raise them as they are; not of a picture that is broken or of a wrong format. Only the
 * beginning is read, as for TOO_LONG_WORDS. */
const NO_MEDIA = new RegExp(
  [
    String.raw`image[ _](?:input|url)\b.{0,60}\b(?:not|only)\b`,
    String.raw`\bsupports? (?:images?|vision|multi-?modal)\b`,
    '(?:images?|audio|videos?|vision)(?: inputs?)? (?:is|are) not (?:supported|enabled)',
    'not (?:a )?multi-?modal',
    'missing data required for image',
    'at most 0 (?:image|audio|video)',
    'unknown variant .?image_url',
  ].join('|'),
  'i',
)
const NO_SYSTEM =
  /(?:developer|system) (?:instruction|message|prompt|role)s?\b.{0,40}\bnot (?:enabled|supported|allowed)|role\b.{0,40}does not support '(?:system|developer)'|only user and assistant roles|roles must alternate/i

/** The part of a request that its refusal is about; null for any other error. */
export function refusedPart(error: unknown): CallPart | null {
  if (!APICallError.isInstance(error)) return null
  const words = (saidIn(error).message ?? '').slice(0, WORDS_READ)
  if (NO_SYSTEM.test(words)) return 'system'
  if (NO_MEDIA.test(words)) return 'media'
  return refusesTools(error) ? 'tools' : null
}

/** True for a refusal that is about tools: many small models do not support them. */
function refusesTools(error: unknown): boolean {
  if (!APICallError.isInstance(error)) return false
  const isRefused = error.statusCode === 400 || error.statusCode === 422 || error.statusCode === 501
  return isRefused && NO_TOOLS.test(error.responseBody ?? '')
}
