import { type FetchFunction, LogLevel, WebClient } from '@slack/web-api'

/** Longer than Slack takes for any call that is made here. */
const TIMEOUT_MS = 30_000
/** Where a rate limit comes without its duration. */
const RETRY_SECONDS = 30

const nothing = () => undefined
/** The client logs what it sends and receives: texts and names, which must not be logged. */
const SILENT = {
  ...{ debug: nothing, info: nothing, warn: nothing, error: nothing },
  ...{ setLevel: nothing, getLevel: () => LogLevel.ERROR, setName: nothing },
}

/**
 * Slack's own client, which makes each call once: retries and rate limits belong to the outbox. Each call has a
 * connection of its own: on a reused connection that the server has just closed, a message would look lost although it
 * was never sent.
 */
export function slackClient(root: string, token: string): WebClient {
  return new WebClient(token, {
    slackApiUrl: slackRoot(root),
    allowAbsoluteUrls: false,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    timeout: TIMEOUT_MS,
    headers: { Connection: 'close' },
    fetch: fetchWithinLimits(),
    logger: SILENT,
  })
}

/** The base URL, to which names of methods are appended. */
export function slackRoot(root: string): string {
  return `${root.replace(/\/+$/, '')}/`
}

/**
 * Slack limits each method by itself, for the whole workspace: until a limit has ended the method is not called. Messages are
 * limited by channel, for which the outbox waits.
 */
function fetchWithinLimits(): FetchFunction {
  const limitedUntil = new Map<string, number>()
  return async (url, init) => {
    const method = String(url)
    const leftMs = (limitedUntil.get(method) ?? 0) - performance.now()
    if (leftMs > 0) return limitedFor(Math.ceil(leftMs / 1_000))
    const response = await fetch(url, init)
    if (response.status !== 429) return response
    const isByChannel = /\/chat\.\w+$/.test(method)
    // The client reports a rate limit without a duration as an error of no kind.
    const seconds = Number(response.headers.get('retry-after')) || RETRY_SECONDS
    if (!isByChannel) limitedUntil.set(method, performance.now() + seconds * 1_000)
    return limitedFor(seconds)
  }
}

function limitedFor(seconds: number): Response {
  return new Response(null, { status: 429, headers: { 'retry-after': String(seconds) } })
}
