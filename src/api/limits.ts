import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { AppError } from '../domain/errors.ts'
import type { Env } from './env.ts'

/** More nesting than a request needs; 7,000 levels make PGlite acknowledge a row it never stored. */
const MAX_JSON_DEPTH = 64

const FILES = '/api/files'
/** In JSON a file comes as base64, a third longer; its other fields are short. */
const FILE_IN_JSON = 4 / 3
const OTHER_FIELDS_MEGABYTES = 0.5

/**
 * Refuses a body over the limit while it arrives, without relying on its Content-Length. Files have a limit
 * of their own.
 */
export function limitBody(settings: {
  readonly bodyMegabytes: number
  readonly fileMegabytes: number
}): MiddlewareHandler {
  const { bodyMegabytes, fileMegabytes } = settings
  const files = refuseAbove(
    fileMegabytes * FILE_IN_JSON + OTHER_FIELDS_MEGABYTES,
    `The request is larger than a file of ${fileMegabytes} MB. Send fewer files at once, split the file, or raise EARSHOT_FILE_MEGABYTES.`,
  )
  const others = refuseAbove(
    bodyMegabytes,
    `The request is larger than ${bodyMegabytes} MB. Send fewer messages at once, or raise EARSHOT_BODY_MEGABYTES.`,
  )
  return (c, next) => (c.req.path === FILES ? files(c, next) : others(c, next))
}

function refuseAbove(megabytes: number, message: string): MiddlewareHandler {
  return bodyLimit({
    maxSize: megabytes * 1_048_576,
    onError: () => {
      throw new AppError('body_too_large', message)
    },
  })
}

/** Refuses bodies that are not JSON, and JSON nested too deep, before the costly parsing. */
export const limitJson: MiddlewareHandler = async (c, next) => {
  if (['POST', 'PUT', 'PATCH'].includes(c.req.method)) {
    const type = c.req.header('content-type') ?? ''
    // A form is not parsed here. Without keys its Origin has been checked (auth.ts), which cannot be forged.
    if (c.req.path === FILES && /^multipart\/form-data\b/i.test(type)) return next()
    // A page of another site can send JSON through a visitor's browser only after a preflight request, which
    // is refused; other content types need none.
    if (!/^application\/(.+\+)?json\b/i.test(type)) {
      throw new AppError(
        'not_json',
        'The body must be JSON: send "Content-Type: application/json".',
      )
    }
    if (jsonDepth(await c.req.text()) > MAX_JSON_DEPTH) {
      throw new AppError(
        'json_too_deep',
        `The JSON is nested more than ${MAX_JSON_DEPTH} levels deep. Reduce the nesting.`,
      )
    }
  }
  await next()
}

/** How deep a JSON text is nested, by counting brackets outside of strings. */
export function jsonDepth(text: string): number {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let i = 0; i < text.length; i += 1) {
    const char = text.charCodeAt(i)
    if (inString) {
      if (char === 0x5c) i += 1
      else if (char === 0x22) inString = false
    } else if (char === 0x22) inString = true
    else if (char === 0x5b || char === 0x7b) {
      depth += 1
      if (depth > deepest) deepest = depth
    } else if (char === 0x5d || char === 0x7d) depth -= 1
  }
  return deepest
}

/** A bucket of requests for each caller that refills evenly: bursts are fine, floods are not. */
export type RateLimiter = {
  /** Throws rate_limited when the caller's bucket is empty; takes nothing. */
  check(caller: string): void
  take(caller: string): void
}

/** Full buckets are deleted, so the map is bounded by the callers of the last minute. */
export function createRateLimiter(perMinute: number, now: () => number): RateLimiter {
  const buckets = new Map<string, { left: number; at: number }>()
  const leftIn = (caller: string) => {
    const bucket = buckets.get(caller)
    if (bucket === undefined) return perMinute
    return Math.min(perMinute, bucket.left + ((now() - bucket.at) * perMinute) / 60_000)
  }
  return {
    check: (caller) => {
      if (leftIn(caller) >= 1) return
      throw new AppError(
        'rate_limited',
        `More than ${perMinute} requests a minute. Wait a moment, send messages in batches, or raise EARSHOT_RATE_PER_MINUTE.`,
      )
    },
    take: (caller) => {
      buckets.set(caller, { left: leftIn(caller) - 1, at: now() })
      if (buckets.size <= MAX_BUCKETS) return
      for (const other of buckets.keys()) if (leftIn(other) >= perMinute) buckets.delete(other)
    },
  }
}

const MAX_BUCKETS = 10_000

/** Limits the request rate of an authenticated caller. */
export function limitRate(limiter: RateLimiter): MiddlewareHandler<Env> {
  return async (c, next) => {
    const { name } = c.get('principal')
    limiter.check(name)
    limiter.take(name)
    await next()
  }
}
