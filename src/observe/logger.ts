import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger } from 'pino'

/** Structured logs on standard error. What must not be logged is kept out by type (domain/events.ts). */
export function createLogger(level: string, stream?: DestinationStream): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime }
  return pino(options, stream ?? pino.destination({ fd: 2, sync: true }))
}

/**
 * What of an error may be logged: its kind, code and place. Not its message: databases and parsers
 * like to quote the input there, and the input is what people said to each other.
 */
export function safeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return { name: error.name, code, at: frames.slice(0, 6).map((line) => line.trim()) }
}
