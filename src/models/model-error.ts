import { APICallError } from 'ai'
import * as z from 'zod'
import { AppError } from '../domain/errors.ts'
import type { ProviderName } from './providers.ts'

/* What a provider's failure means to us.
 *
 * Only the status and the provider's own error code (letters and underscores) are repeated, and no
 * cause is attached: an SDK error carries the whole prompt, the address, and at times a piece of
 * the key, and would take them into the logs. */

type Target = { readonly provider: ProviderName; readonly name: string }

/** Vendors spell it code, type or status; numbers and free text are ignored. */
const Name = z.string().regex(/^[a-z_]{1,40}$/i)
const ErrorBody = z.object({
  error: z.object({
    code: Name.optional().catch(undefined),
    type: Name.optional().catch(undefined),
    status: Name.optional().catch(undefined),
    param: Name.optional().catch(undefined),
  }),
})

/** Turns whatever a provider call threw into an AppError that says what to do next. */
export function toModelError(error: unknown, target: Target): AppError {
  if (!APICallError.isInstance(error)) {
    const kind = error instanceof Error ? error.name : typeof error
    return failure('model_rejected_request', target, `The request could not be made (${kind}).`)
  }
  const status = error.statusCode
  if (status === undefined) {
    return unavailable(target, 'cannot be reached', { network: networkCode(error.cause) })
  }
  if (status < 300) return unavailable(target, 'answered with something that is not an answer')
  if (status === 408 || status === 409 || status === 429 || status >= 500) {
    return unavailable(target, `answered ${status}`, { status })
  }
  return refusal(error, status, target)
}

/** The provider is down, busy, slow or mute: another try later may succeed, so a fallback is fair. */
export function unavailable(
  target: Target,
  what: string,
  details: Readonly<Record<string, unknown>> = {},
): AppError {
  const message = `${target.provider} ${what}. Try again later.`
  return failure('model_unavailable', target, message, details)
}

function refusal(error: APICallError, status: number, target: Target): AppError {
  const { provider, name } = target
  const code = codeIn(error.data)
  const details = { status, code }
  // Google answers 400 for a bad key, and OpenAI at times 400 for an unknown model.
  const body = error.responseBody ?? ''
  if (status === 401 || status === 403 || body.includes('API_KEY_INVALID')) {
    const message = `${provider} does not accept the key (${status}). Check it, and what it may use.`
    return failure('model_key_rejected', target, message, details)
  }
  if (status === 404 || body.includes('model_not_found')) {
    const message = `${provider} knows no model "${name}" (${status}). Check the name and the base URL.`
    return failure('model_unknown', target, message, details)
  }
  const message = `${provider} refused the request (${[status, code].filter(Boolean).join(', ')}).`
  return failure('model_rejected_request', target, `${message} Check the model's limits.`, details)
}

function failure(
  code: AppError['code'],
  { provider, name }: Target,
  message: string,
  details: Readonly<Record<string, unknown>> = {},
): AppError {
  return new AppError(code, message, { details: { provider, model: name, ...details } })
}

function codeIn(data: unknown): string | undefined {
  const { error } = ErrorBody.safeParse(data).data ?? {}
  return [error?.code ?? error?.status ?? error?.type, error?.param].filter(Boolean).join(' ')
}

/** ECONNREFUSED and the like: safe to show, and the first thing one wants to know. */
function networkCode(cause: unknown): string | undefined {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' && /^[A-Z_]+$/.test(code) ? code : undefined
}
