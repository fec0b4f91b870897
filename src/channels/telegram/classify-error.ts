import { GrammyError, HttpError } from 'grammy'
import { codeOf } from '../../domain/errors.ts'

/* The outcome of a call to Telegram. What matters is whether the call may have had an effect: only a call
 * that certainly had none may be retried automatically. */

export type SendFailure =
  /** Not done; may be retried after this many seconds. */
  | { readonly kind: 'later'; readonly seconds: number; readonly problem: string }
  /** Not done; the same call will always be refused. */
  | { readonly kind: 'refused'; readonly status: number; readonly problem: string }
  /** The group has moved to another id. */
  | { readonly kind: 'moved'; readonly to: string }
  /** It is not known whether it was done. */
  | { readonly kind: 'unknown'; readonly problem: string }

/** The connection was never made, so no request was sent. */
const NEVER_ASKED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EHOSTDOWN)$/
const RECONNECT_SECONDS = 5

/** Reads grammY's error; null for an error that is not about Telegram. */
export function classifyError(error: unknown): SendFailure | null {
  if (error instanceof GrammyError) return refusal(error)
  if (!(error instanceof HttpError)) return null
  const code = codeWithin(error.error)
  if (NEVER_ASKED.test(code)) {
    return { kind: 'later', seconds: RECONNECT_SECONDS, problem: `no connection (${code})` }
  }
  return { kind: 'unknown', problem: `the connection broke (${code === '' ? 'no answer' : code})` }
}

function refusal({ error_code: status, description, parameters }: GrammyError): SendFailure {
  const problem = `${status}: ${description}`
  if (parameters.migrate_to_chat_id !== undefined) {
    return { kind: 'moved', to: String(parameters.migrate_to_chat_id) }
  }
  if (status === 429) return { kind: 'later', seconds: parameters.retry_after ?? 1, problem }
  return status >= 500 ? { kind: 'unknown', problem } : { kind: 'refused', status, problem }
}

/** The problem, for an operator's log; holds no message text as long as the call sent none. */
export function sendProblemOf(failure: SendFailure | null): { readonly problem?: string } {
  return failure !== null && 'problem' in failure ? { problem: failure.problem } : {}
}

/** The system's error code, from the error or its cause. */
function codeWithin(error: unknown): string {
  return codeOf(error) || (error instanceof Error ? codeWithin(error.cause) : '')
}

/** True if Telegram refused a text because it cannot parse the markup. */
export function isBadMarkup({
  status,
  problem,
}: Extract<SendFailure, { kind: 'refused' }>): boolean {
  return status === 400 && /can't parse|entit|ENTITY/i.test(problem)
}
