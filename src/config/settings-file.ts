import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError, isAppError } from '../domain/errors.ts'
import { parseSettings, readConfig, type Values, withCurrentNames } from './config.ts'
import { describeSettings, isGiven, type Setting } from './describe-settings.ts'
import { Settings } from './settings.ts'

/* Settings changed in the console. They are written to earshot.config.json and apply from the next start on:
 * a process reads its settings once, so that none changes while it runs. */

/** Where the settings of this process came from. */
export type SettingsFile = {
  readonly env: Values
  readonly path: string
  readonly textAtStart: string | null
  /** Asks the process that started this one to stop the server and start it again. */
  readonly restart: () => void
}

/** By name; null resets a setting to its default. */
export type SettingChanges = Readonly<Record<string, string | number | boolean | null>>

export type SettingsDesk = {
  list(): Promise<Setting[]>
  /** Validates all changes and stores all or none. */
  change(changes: SettingChanges): Promise<Setting[]>
  /** Reads the settings again: the server stops, finishing what is in flight, and starts again. */
  restart(): void
}

/** A lock file older than this is stale: its writer has crashed. */
const STALE_MS = 10_000
const WAIT_MS = 50
const MAX_WAITS = 100

/** The console's access to the settings; read-only without a file. */
export function openSettings(file: SettingsFile | null): SettingsDesk {
  const env = withCurrentNames(file?.env ?? {})
  const list = async (): Promise<Setting[]> => {
    const fileNow = file === null ? null : await textOf(file.path)
    return describeSettings({
      env,
      fileAtStart: file?.textAtStart ?? null,
      fileNow,
    })
  }
  return {
    list,
    change: async (changes) => {
      if (file === null) throw notWritable()
      checkNames(changes, env)
      await rewrite(file.path, (text) => withChanges(text, changes, env))
      return list()
    },
    restart: () => {
      if (file === null) throw notWritable()
      file.restart()
    },
  }
}

function checkNames(changes: SettingChanges, env: Values): void {
  for (const name of Object.keys(changes)) {
    if (!Object.hasOwn(Settings.shape, name)) {
      throw new AppError(
        'invalid_request',
        `There is no setting "${name.slice(0, 60)}". docs/configuration.md lists them all.`,
        { details: { setting: name.slice(0, 60) } },
      )
    }
    if (isGiven(env, name)) {
      throw new AppError(
        'invalid_request',
        `${name} is set in the environment, which overrides the file. Change it there, or unset it there first.`,
        { details: { setting: name } },
      )
    }
  }
}

/** The file's next text. Validated as a whole by the reader of settings, so that the next start accepts it. */
function withChanges(text: string | null, changes: SettingChanges, env: Values): string {
  checkJson(text)
  try {
    const values = new Map(Object.entries(text === null ? {} : parseSettings(text)))
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === '') values.delete(name)
      else values.set(name, value)
    }
    const next = `${JSON.stringify(Object.fromEntries(values), null, 2)}\n`
    readConfig(env, next)
    return next
  } catch (error) {
    // For the console this is an invalid request; at a start it would be a bad configuration.
    if (!isAppError(error, 'bad_config')) throw error
    throw new AppError('invalid_request', error.message, { details: error.details, cause: error })
  }
}

/** First of all checks: a JSON parser's error quotes the text, and it contains keys. */
function checkJson(text: string | null): void {
  try {
    if (text !== null) JSON.parse(text)
  } catch {
    throw new AppError(
      'settings_not_writable',
      'earshot.config.json is no longer valid JSON: it was edited by hand. Fix it first; otherwise the next start fails too.',
    )
  }
}

/**
 * Replaces the file atomically. The new file next to it is also the lock: only the process that creates it
 * writes, so no change overwrites another.
 */
async function rewrite(path: string, change: (text: string | null) => string): Promise<void> {
  const draft = `${path}.new`
  const handle = await takeDraft(draft)
  try {
    await handle.writeFile(change(await textOf(path)))
    await handle.sync()
    await rename(draft, path)
    await syncDirectory(dirname(path))
  } catch (error) {
    await rm(draft, { force: true })
    if (isAppError(error)) throw error
    throw notWritable(error)
  } finally {
    await handle.close()
  }
}

async function takeDraft(draft: string) {
  for (let waits = 0; ; waits += 1) {
    try {
      // It contains keys and tokens: readable by its owner only.
      return await open(draft, 'wx', 0o600)
    } catch (error) {
      const isTaken = (error as NodeJS.ErrnoException).code === 'EEXIST'
      if (!isTaken || waits === MAX_WAITS) throw notWritable(error)
      const age = await stat(draft).then(
        ({ mtimeMs }) => Date.now() - mtimeMs,
        () => 0,
      )
      if (age > STALE_MS) await rm(draft, { force: true })
      else await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
    }
  }
}

async function textOf(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw notWritable(error)
  })
}

/** Without it a power failure may undo the rename. */
async function syncDirectory(path: string): Promise<void> {
  // Not every system can open a directory; the file itself is complete in any case.
  const directory = await open(path, 'r').catch(() => null)
  await directory
    ?.sync()
    .catch(() => undefined)
    .finally(() => directory.close())
}

function notWritable(cause?: unknown): AppError {
  const why = (cause as NodeJS.ErrnoException | undefined)?.code
  return new AppError(
    'settings_not_writable',
    why === undefined
      ? 'This instance was not started from the command line, so there is no earshot.config.json to write. Change the settings in the program that starts it.'
      : `earshot.config.json cannot be written (${why}). Check the permissions of the file and its folder, or set environment variables instead.`,
    { cause },
  )
}
