import { DiscordAPIError, HTTPError, RateLimitError } from '@discordjs/rest'
import { isAppError } from '../../domain/errors.ts'
import type { SendFailure } from '../channel.ts'

/** The connection was never made, so no request was sent. */
const NO_CONNECTION =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EHOSTDOWN|UND_ERR_CONNECT_TIMEOUT)$/
const RECONNECT_SECONDS = 5
/** Unknown channel or guild, missing access or permissions, no private messages from this bot. */
const GONE = new Set([10003, 10004, 50001, 50007, 50013])
/** Close codes of the gateway that say that the bot's settings are wrong: authentication, shards, intents. */
const REFUSED_CLOSES = new Set([4004, 4010, 4011, 4012, 4013, 4014])

/** True for an error of Discord's client that came with a response, or for a rate limit. */
export function isDiscordError(error: unknown): boolean {
  return (
    error instanceof DiscordAPIError ||
    error instanceof HTTPError ||
    error instanceof RateLimitError
  )
}

/** Reads an error of Discord's API or gateway; null for an error that is not about Discord. */
export function classifyDiscordError(error: unknown): SendFailure | null {
  if (error instanceof RateLimitError) return limited(error)
  if (error instanceof HTTPError) {
    return { kind: 'unknown', problem: `${error.status}: ${error.message}` }
  }
  if (error instanceof DiscordAPIError) return refused(error)
  if (!isAppError(error, 'channel_failed')) return null
  const { discord, code, close, seconds } = error.details
  if (discord === 'sessions' && typeof seconds === 'number') {
    return { kind: 'limited', seconds, problem: error.message }
  }
  if (discord === 'gateway') return closed(Number(close), error.message)
  if (discord === 'connection' && NO_CONNECTION.test(String(code))) {
    return { kind: 'later', seconds: RECONNECT_SECONDS, problem: `no connection (${code})` }
  }
  if (discord === 'connection') {
    const what = code === '' ? 'no answer' : String(code)
    return { kind: 'unknown', problem: `the connection broke (${what})` }
  }
  return discord === 'response' ? { kind: 'unknown', problem: error.message } : null
}

function limited({
  retryAfter,
  timeToReset,
  sublimitTimeout,
  global,
}: RateLimitError): SendFailure {
  // Which of them is set depends on whether Discord refused a call or the client did not make it.
  const ms = Math.max(retryAfter, timeToReset, sublimitTimeout, 1)
  const what = global ? 'all calls' : 'this call'
  return { kind: 'limited', seconds: Math.ceil(ms) / 1_000, problem: `429: limit of ${what}` }
}

function refused({ status, code, rawError }: DiscordAPIError): SendFailure {
  // A page of a proxy in front of Discord; its refusal is no word of Discord's.
  if (typeof code !== 'number') return { kind: 'unknown', problem: `${status}: not from Discord` }
  // Without the details of the fields, which may repeat the message's text.
  const message = 'message' in rawError ? rawError.message : ''
  return {
    kind: 'refused',
    status,
    problem: `${status}: ${message} (${code})`,
    isGone: GONE.has(code),
  }
}

function closed(code: number, problem: string): SendFailure {
  if (!REFUSED_CLOSES.has(code)) return { kind: 'later', seconds: RECONNECT_SECONDS, problem }
  return { kind: 'refused', status: code, problem, isGone: false }
}
