import type { Config } from '../config/config.ts'
import { AppError, type ErrorCode } from '../domain/errors.ts'
import type { Scratch } from '../eval/scratch.ts'

/** A request to Earshot's own API: over the network to a running server, or inside this process. */
export type Call = (path: string, init?: { method?: string; body?: unknown }) => Promise<unknown>

/** A server that listens. */
export type Serving = {
  readonly url: string
  readonly isOpen: boolean
  /** The demo chat was loaded at this start. */
  readonly hasDemo: boolean
  /** The demo chat is stored, from this start or an earlier one. */
  readonly isDemoThere: boolean
  /** Resolves when changed settings are to be applied by a restart. */
  readonly restartAsked: Promise<void>
  /** Finishes what is in flight, makes it durable, closes. Idempotent. */
  stop(): Promise<void>
}

/** The result of one check of doctor. */
export type Diagnosis = {
  readonly name: string
  readonly status: 'ok' | 'warning' | 'problem'
  readonly detail: string
}

/** A backup that was made and checked, as --json prints it. */
export type SavedBackup = {
  readonly path: string
  readonly bytes: number
  readonly sha256: string
  readonly rows: number
  readonly tables: number
  readonly made_at: string
}

/** A backup that was restored; `into` is null if it was only checked. */
export type RestoredBackup = {
  readonly rows: number
  readonly tables: number
  readonly made_at: string
  readonly version: string
  readonly into: string | null
}

/** The dependencies of a command; main.ts passes them in, so that the terminal opens no database. */
export type Terminal = {
  readonly config: Config
  serve(): Promise<Serving>
  /** Runs `work` with a way to call the API, and closes what was opened for it. */
  withCall<T>(work: (call: Call) => Promise<T>): Promise<T>
  /** Runs `work` with an empty Earshot of its own, which is deleted afterwards. */
  withScratch<T>(work: (scratch: Scratch) => Promise<T>): Promise<T>
  examine(only?: 'channels'): AsyncIterable<Diagnosis>
  saveBackup(wanted: { out: string; isReplaced: boolean }): Promise<SavedBackup>
  restoreBackup(path: string, wanted: { isChecked: boolean }): Promise<RestoredBackup>
  print(line: string): void
  /** Overwrites the same line on a terminal; silent when output is not one. */
  progress(line: string): void
  /** Resolves when the user or the system asks us to stop. */
  stopSignal(): Promise<void>
}

export type Options = Readonly<Record<string, string | boolean | undefined>>

/** A command of the terminal: one file each in commands/. */
export type CliCommand = {
  readonly name: string
  readonly usage: string
  readonly summary: string
  /** Name → whether it takes a value. `--json` and `--help` are everywhere. */
  readonly options: Readonly<Record<string, 'value' | 'flag'>>
  /** Returns the exit code. */
  run(args: readonly string[], options: Options, terminal: Terminal): Promise<number>
}

/** Exit codes that scripts can rely on. */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  notFound: 3,
  notAllowed: 4,
  unavailable: 5,
} as const

/** The exit code for an error code. */
export function exitCodeOf(code: ErrorCode): number {
  if (code.endsWith('_not_found')) return EXIT.notFound
  if (code === 'not_signed_in' || code === 'forbidden') return EXIT.notAllowed
  if (['invalid_request', 'bad_config', 'model_unknown', 'import_line_invalid'].includes(code)) {
    return EXIT.usage
  }
  if (/unavailable|unreachable|stalled|locked|in_use|disk_full|shutting_down/.test(code))
    return EXIT.unavailable
  return EXIT.failed
}

/** An error with the command's usage. */
export function usageError(command: Pick<CliCommand, 'usage'>, why: string): AppError {
  return new AppError('invalid_request', `${why} Usage: earshot ${command.usage}`)
}

/** The value of an option, or null. */
export function textOption(options: Options, name: string): string | null {
  const value = options[name]
  return typeof value === 'string' ? value : null
}
