/* Rate limits per method, and for messages per channel, in the manner of Slack's tiers: bursts, and then so many a minute.
 * A method that is limited is refused until the time is over, and each call before that is a breach. */

type Bucket = { tokens: number; at: number; blockedUntil: number }

export type SlackLimits = {
  /** The seconds to wait, or null if the call may be made. */
  check(method: string, channel: string | null): number | null
  /** Refuses a method for so long. */
  block(method: string, channel: string | null, seconds: number): void
}

const BURST = 60
const PER_SECOND = { message: 20, other: 50 }

/** Counts calls; breaches are reported. */
export function createSlackLimits(onBreach: (what: string) => void): SlackLimits {
  const buckets = new Map<string, Bucket>()
  const bucketOf = (method: string, channel: string | null) => {
    const key = /^chat\./.test(method) ? `${method} ${channel}` : method
    const known = buckets.get(key)
    if (known !== undefined) return known
    const fresh = { tokens: BURST, at: performance.now(), blockedUntil: 0 }
    buckets.set(key, fresh)
    return fresh
  }
  const block = (bucket: Bucket, seconds: number) => {
    bucket.blockedUntil = performance.now() + seconds * 1_000
  }
  return {
    check: (method, channel) => {
      const bucket = bucketOf(method, channel)
      const now = performance.now()
      // Clocks of two processes: a call that comes a little early is none too early.
      if (now < bucket.blockedUntil - 50) {
        onBreach(`${method} was called before its rate limit ended`)
        return Math.ceil((bucket.blockedUntil - now) / 1_000)
      }
      const rate = method === 'chat.postMessage' ? PER_SECOND.message : PER_SECOND.other
      bucket.tokens = Math.min(BURST, bucket.tokens + ((now - bucket.at) / 1_000) * rate)
      bucket.at = now
      if (bucket.tokens < 1) {
        block(bucket, 1)
        return 1
      }
      bucket.tokens -= 1
      return null
    },
    block: (method, channel, seconds) => block(bucketOf(method, channel), seconds),
  }
}
