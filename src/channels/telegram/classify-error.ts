import { GrammyError, HttpError } from 'grammy'
import type { SendFailure } from '../channel.ts'
import { connectionFailure } from '../connection-failure.ts'

/** Reads grammY's error; null for an error that is not about Telegram. */
export function classifyError(error: unknown): SendFailure | null {
  if (error instanceof GrammyError) return refusal(error)
  if (!(error instanceof HttpError)) return null
  return connectionFailure(error.error)
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

/** True if Telegram refused a text because it cannot parse the markup. */
export function isBadMarkup({
  status,
  problem,
}: Extract<SendFailure, { kind: 'refused' }>): boolean {
  return status === 400 && /can't parse|entit|ENTITY/i.test(problem)
}
