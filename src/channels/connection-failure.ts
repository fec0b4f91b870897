import { codeOf } from '../domain/errors.ts'
import type { SendFailure } from './channel.ts'

/** The connection was never made, so no request was sent. */
const NEVER_ASKED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EHOSTDOWN)$/
const RECONNECT_SECONDS = 5

/** The failure of a call whose connection failed: without a connection it certainly had no effect. */
export function connectionFailure(error: unknown): SendFailure {
  const code = codeWithin(error)
  if (NEVER_ASKED.test(code)) {
    return { kind: 'later', seconds: RECONNECT_SECONDS, problem: `no connection (${code})` }
  }
  return { kind: 'unknown', problem: `the connection broke (${code === '' ? 'no answer' : code})` }
}

/** The system's error code, from the error or its cause. */
function codeWithin(error: unknown): string {
  return codeOf(error) || (error instanceof Error ? codeWithin(error.cause) : '')
}
