import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from '@slack/web-api'
import type { SendFailure } from '../channel.ts'
import { connectionFailure } from '../connection-failure.ts'

const LIMITED_SECONDS = 30
const LATER_SECONDS = 60

/** Slack does not know the token, or not any more. */
const LOGIN =
  /^(invalid_auth|not_authed|account_inactive|token_revoked|token_expired|org_login_required|not_allowed_token_type|team_access_not_granted)$/
/** The bot cannot write there any more. */
const GONE =
  /^(not_in_channel|channel_not_found|is_archived|user_disabled|messages_tab_disabled|restricted_action\w*)$/
const LIMITED = /^(ratelimited|rate_limited|message_limit_exceeded)$/
/** By Slack's documentation a part of the call may have been done. */
const UNCERTAIN = /^(internal_error|fatal_error|service_unavailable|unknown_error)$/
const LATER = /^(team_added_to_org|request_timeout)$/
/** An error of Slack; anything else in its place is the page of a proxy, and not repeated in a log. */
const CODE = /^[a-z][a-z0-9_]{1,80}$/

/** Reads an error of Slack's client; null for an error that is not about Slack. */
export function classifySlackError(error: unknown): SendFailure | null {
  if (error instanceof WebAPIRateLimitedError) {
    return { kind: 'limited', seconds: Math.max(1, error.retryAfter), problem: '429: ratelimited' }
  }
  if (error instanceof WebAPIPlatformError) return refusal(error.data.error)
  if (error instanceof WebAPIHTTPError) {
    const { statusCode: status } = error
    const problem = `HTTP ${status}`
    return status >= 500
      ? { kind: 'unknown', problem }
      : { kind: 'refused', status, problem, isGone: false }
  }
  return error instanceof WebAPIRequestError ? connectionFailure(error.original) : null
}

function refusal(code: string): SendFailure {
  if (!CODE.test(code)) return { kind: 'unknown', problem: 'an unreadable response' }
  if (LIMITED.test(code)) return { kind: 'limited', seconds: LIMITED_SECONDS, problem: code }
  if (UNCERTAIN.test(code)) return { kind: 'unknown', problem: code }
  if (LATER.test(code)) return { kind: 'later', seconds: LATER_SECONDS, problem: code }
  if (LOGIN.test(code)) return { kind: 'refused', status: 401, problem: code, isGone: false }
  const isGone = GONE.test(code)
  return { kind: 'refused', status: isGone ? 403 : 400, problem: code, isGone }
}

/** The code of Slack's refusal, such as `message_not_found`; null for another error. */
export function slackCode(error: unknown): string | null {
  return error instanceof WebAPIPlatformError ? error.data.error : null
}
