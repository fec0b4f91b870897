import { type DestinationStream, type Logger, pino } from 'pino'
import { codeOf } from '../domain/errors.ts'
import { toTerminalLine } from './terminal-line.ts'

export type { Logger } from 'pino'

/**
 * Logs on standard error: JSON, or lines for people if that is a terminal. Types prevent logging what must not be logged
 * (domain/events.ts).
 */
export function createLogger(
  level: string,
  stream: DestinationStream = standardError(process.stderr.isTTY === true),
): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream)
}

function standardError(isTerminal: boolean): DestinationStream {
  if (!isTerminal) return pino.destination({ fd: 2, sync: true })
  return { write: (line) => process.stderr.write(toTerminalLine(line)) }
}

/**
 * The loggable part of an error: its kind, code and place. Not its message: databases and parsers quote the
 * input there, and the input is message text.
 */
export function safeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error }
  const code = codeOf(error) || undefined
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return { name: error.name, code, at: frames.slice(0, 6).map((line) => line.trim()) }
}
