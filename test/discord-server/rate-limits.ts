import { createHash } from 'node:crypto'

/** A bucket: so many calls in a window, per channel or server. */
export type BucketLimit = { readonly limit: number; readonly windowMs: number }

type Bucket = { count: number; resetAt: number; blockedUntil: number }

export type Limited = { readonly retryAfter: number; readonly isGlobal: boolean }

export type RateLimits = {
  /** Counts a call; null if it is allowed. */
  take(route: string, major: string): Limited | null
  /** The headers of a response. */
  headers(route: string, major: string): Record<string, string>
  /** Refuses the calls of a bucket for some seconds. */
  block(route: string, major: string, seconds: number, isGlobal: boolean): void
}

/** Counts the calls of each bucket, and records those that were made before a wait was over. */
export function createRateLimits(
  limitOf: (route: string) => BucketLimit,
  violations: string[],
): RateLimits {
  const buckets = new Map<string, Bucket>()
  let globalUntil = 0
  const bucketOf = (route: string, major: string): Bucket => {
    const key = `${route} ${major}`
    const known = buckets.get(key)
    const bucket = known ?? { count: 0, resetAt: 0, blockedUntil: 0 }
    buckets.set(key, bucket)
    const now = performance.now()
    if (bucket.resetAt <= now) {
      bucket.count = 0
      bucket.resetAt = now + limitOf(route).windowMs
    }
    return bucket
  }
  return {
    take: (route, major) => {
      const bucket = bucketOf(route, major)
      const now = performance.now()
      const until = Math.max(bucket.blockedUntil, globalUntil)
      if (until > now) {
        violations.push(`${route} before a rate limit ended`)
        return { retryAfter: (until - now) / 1_000, isGlobal: globalUntil > now }
      }
      if (bucket.count >= limitOf(route).limit) {
        bucket.blockedUntil = bucket.resetAt
        return { retryAfter: (bucket.resetAt - now) / 1_000, isGlobal: false }
      }
      bucket.count += 1
      return null
    },
    headers: (route, major) => {
      const bucket = bucketOf(route, major)
      const { limit } = limitOf(route)
      const left = Math.max(0, bucket.resetAt - performance.now()) / 1_000
      return {
        'x-ratelimit-limit': String(limit),
        'x-ratelimit-remaining': String(Math.max(0, limit - bucket.count)),
        'x-ratelimit-reset': String(Date.now() / 1_000 + left),
        'x-ratelimit-reset-after': left.toFixed(3),
        'x-ratelimit-bucket': createHash('sha256').update(route).digest('hex').slice(0, 32),
      }
    },
    block: (route, major, seconds, isGlobal) => {
      const until = performance.now() + seconds * 1_000
      if (isGlobal) globalUntil = until
      else bucketOf(route, major).blockedUntil = until
    },
  }
}
