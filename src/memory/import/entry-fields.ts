/* Fields of entries that other programs wrote: anything may be missing or of another type. */

export type Entry = Readonly<Record<string, unknown>>

/** An object, or null. */
export function entryOf(value: unknown): Entry | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Entry)
    : null
}

/** The first of these fields that is a text with something in it; null for none. */
export function entryText(entry: Entry, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = Object.hasOwn(entry, name) ? entry[name] : null
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
  }
  return null
}

/** No program stored memories before; an earlier time is a mistake or a zero. */
const EARLIEST = Date.UTC(1900, 0, 1)
const LATEST = Date.UTC(2200, 0, 1)
/** Seconds up to the year 5138, milliseconds from 1973 on. */
const MAX_SECONDS = 1e11

/** The first of these fields that is a time: ISO 8601, or a number of seconds or milliseconds; null for none. */
export function entryTime(entry: Entry, ...names: readonly string[]): Date | null {
  for (const name of names) {
    const time = readTime(Object.hasOwn(entry, name) ? entry[name] : null)
    if (time !== null) return time
  }
  return null
}

/** A time of an entry; null for what is none. */
export function readTime(value: unknown): Date | null {
  if (typeof value === 'number' && value > 0) {
    return checkedTime(value > MAX_SECONDS ? value : value * 1_000)
  }
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(value)) return null
  // Without a zone it is UTC, as these programs mean it, and not the zone of this machine.
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(value) || value.length === 10
  return checkedTime(Date.parse(hasZone ? value : `${value.replace(' ', 'T')}Z`))
}

function checkedTime(ms: number): Date | null {
  return ms >= EARLIEST && ms <= LATEST ? new Date(ms) : null
}
