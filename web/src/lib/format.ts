/* Numbers and times for display, in English and in the browser's time zone. */

const DATE = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })
const TIME = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hour12: false })
const COUNT = new Intl.NumberFormat('en')
const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** `Mar 5, 2026, 14:02`. */
export function formatMoment(iso: string): string {
  return `${formatDay(iso)}, ${formatTime(iso)}`
}

/** `Mar 5, 2026`. */
export function formatDay(iso: string): string {
  return DATE.format(new Date(iso))
}

/** `14:02`. */
export function formatTime(iso: string): string {
  return TIME.format(new Date(iso))
}

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** `3 days ago`, `just now`. */
export function formatAgo(iso: string, now: number = Date.now()): string {
  const seconds = (new Date(iso).getTime() - now) / 1_000
  const step = STEPS.find(([, size]) => Math.abs(seconds) >= size)
  return step === undefined ? 'just now' : RELATIVE.format(Math.trunc(seconds / step[1]), step[0])
}

/** `12,345`. */
export function formatCount(n: number): string {
  return COUNT.format(n)
}

/** `12.3K`. */
export function formatShort(n: number): string {
  return SHORT.format(n)
}

/** `0.4 ms`, `12 ms`, `1.3 s`. */
export function formatMs(ms: number): string {
  if (ms >= 1_000) return `${(ms / 1_000).toFixed(1)} s`
  return ms >= 10 ? `${Math.round(ms)} ms` : `${ms.toFixed(1)} ms`
}

/** `1.2 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1_000 ** step
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[step]}`
}

/** `$0.0042`. */
export function formatUsd(usd: number): string {
  if (usd === 0) return '$0'
  return usd < 0.01 ? `$${usd.toPrecision(2)}` : `$${usd.toFixed(2)}`
}

/** `37 %`. */
export function formatShare(share: number): string {
  return `${Math.round(share * 100)} %`
}

/** `1 message`, `2 messages`. */
export function formatPlural(n: number, one: string, many = `${one}s`): string {
  return `${formatCount(n)} ${n === 1 ? one : many}`
}
