import type { SendFailure } from '../channel.ts'
import { brokenConnection } from '../connection-failure.ts'
import { MatrixError } from './client.ts'

/** Reads the error of a call; null for an error that is not about Matrix. */
export function classifyMatrixError(error: unknown): SendFailure | null {
  if (!(error instanceof MatrixError)) return null
  const { status, code, retryAfterMs } = error.failure
  if (status === null) return brokenConnection(code)
  const problem = `${status}: ${code}`
  if (status === 429) return { kind: 'limited', seconds: (retryAfterMs ?? 0) / 1_000, problem }
  if (status >= 500) return { kind: 'unknown', problem }
  return { kind: 'refused', status, problem, isGone: false }
}

/** True if the homeserver refused for good: it does not exist, or the bot may not see it. */
export function isMatrixRefusal(error: unknown): boolean {
  if (!(error instanceof MatrixError)) return false
  const { status } = error.failure
  return status === 400 || status === 403 || status === 404
}
