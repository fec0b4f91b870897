import { pino } from 'pino'

/** What could move the cursor of a terminal, or pretend to be another line. */
const CONTROLS = /[\p{Cc}\p{Cf}\u2028\u2029]/gu

/** A log entry in JSON as a line for people: "06:27:31 warn  job.failed job=summarise code=internal". */
export function toTerminalLine(entry: string): string {
  const { time, level, msg, event: _, ...fields } = JSON.parse(entry) as Record<string, unknown>
  const clock = new Date(String(time)).toTimeString().slice(0, 8)
  const label = (pino.levels.labels[Number(level)] ?? '').padEnd(5)
  const values = Object.entries(fields)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`)
  return `${[clock, label, msg, ...values].join(' ').replace(CONTROLS, ' ')}\n`
}
