import { GrammyError, HttpError } from 'grammy'

/* What became of a call to Telegram. The question behind all of it: may it have been done? Only what
 * certainly was not may be tried again by itself. */

export type SendFailure =
  /** Not done; it may be tried again after so many seconds. */
  | { readonly kind: 'later'; readonly seconds: number; readonly problem: string }
  /** Not done, and never will be as it is. */
  | { readonly kind: 'refused'; readonly status: number; readonly problem: string }
  /** The group goes on under another id. */
  | { readonly kind: 'moved'; readonly to: string }
  /** Done or not: nobody knows. */
  | { readonly kind: 'unknown'; readonly problem: string }

/** The connection was never made, so nothing was asked. */
const NEVER_ASKED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EHOSTDOWN)$/
const RECONNECT_SECONDS = 5

/** Reads grammY's error; null for an error that is not about Telegram. */
export function classifyError(error: unknown): SendFailure | null {
  if (error instanceof GrammyError) return refusal(error)
  if (!(error instanceof HttpError)) return null
  const code = codeOf(error.error)
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

/** What went wrong, for an operator's log; nothing of a message is in it as long as none was sent. */
export function sendProblemOf(failure: SendFailure | null): { readonly problem?: string } {
  return failure !== null && 'problem' in failure ? { problem: failure.problem } : {}
}

/** The system's word for what broke, from the error or what caused it. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  return codeOf(error.cause)
}

/** True for the refusal of a text whose markup Telegram cannot read. */
export function isBadMarkup({
  status,
  problem,
}: Extract<SendFailure, { kind: 'refused' }>): boolean {
  return status === 400 && /can't parse|entit|ENTITY/i.test(problem)
}
