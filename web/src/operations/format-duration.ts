import { formatMs } from '../lib/format.ts'

/** `42 s`, `5 min`, `3 h 20 min`, `12 days`. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
  return `${Math.floor(hours / 24)} days`
}

/** Milliseconds on an axis: zero without decimals. */
export function formatTick(ms: number): string {
  return ms === 0 ? '0' : formatMs(ms)
}
