import { GrammyError, HttpError } from 'grammy'
import { codeOf } from '../../domain/errors.ts'
import type { SendFailure } from '../channel.ts'

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
  if (status === 429) return { kind: 'limited', seconds: parameters.retry_after ?? 1, problem }
  if (status >= 500) return { kind: 'unknown', problem }
  return { kind: 'refused', status, problem, isGone: status === 403 }
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
