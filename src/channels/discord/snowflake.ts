/* Discord's ids are numbers of 64 bits whose upper bits are the time of their creation. As text they have up to twenty
 * digits, more than a JavaScript number holds, and are compared by length first. */

/** The first second of 2015, in ms. */
const DISCORD_EPOCH_MS = 1_420_070_400_000
const TIME_SHIFT = 22n

/** When an id was created. */
export function snowflakeTime(id: string): Date {
  return new Date(Number(BigInt(id) >> TIME_SHIFT) + DISCORD_EPOCH_MS)
}

/** The smallest id of a moment; "0" for moments before Discord. */
export function snowflakeAt(at: Date): string {
  const ms = at.getTime() - DISCORD_EPOCH_MS
  return ms <= 0 ? '0' : String(BigInt(ms) << TIME_SHIFT)
}

/** Negative, zero or positive, as the first id is older than the second. */
export function compareSnowflakes(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)
}

/** The newer of two ids; null counts as older than any. */
export function newerSnowflake(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b
  return compareSnowflakes(a, b) < 0 ? b : a
}
