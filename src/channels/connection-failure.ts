import { codeOf } from '../domain/errors.ts'
import type { SendFailure } from './channel.ts'

/** The connection was never made, so no request was sent. */
const NEVER_ASKED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EHOSTDOWN|UND_ERR_CONNECT_TIMEOUT)$/
const RECONNECT_SECONDS = 5

/** The failure of a call whose connection failed: without a connection it certainly had no effect. */
export function connectionFailure(error: unknown): SendFailure {
  return brokenConnection(codeWithin(error) || 'no answer')
}

/** The same, by the system's error code. */
export function brokenConnection(code: string): SendFailure {
  return NEVER_ASKED.test(code)
    ? { kind: 'later', seconds: RECONNECT_SECONDS, problem: `no connection (${code})` }
    : { kind: 'unknown', problem: `the connection broke (${code})` }
}

/** The system's error code, from the error or its cause; empty if there is none. */
export function codeWithin(error: unknown): string {
  return codeOf(error) || (error instanceof Error ? codeWithin(error.cause) : '')
}
