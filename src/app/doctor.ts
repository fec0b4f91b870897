import { constants } from 'node:fs'
import { access, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ModelTest } from '../api/operations/test-model.ts'
import type { Diagnosis } from '../cli/command.ts'
import type { Config } from '../config/config.ts'
import { createDatabase } from '../db/engine/database.ts'
import { layout } from '../db/engine/embedded/open-embedded.ts'
import { migrate } from '../db/engine/migrate.ts'
import { openServer } from '../db/engine/open-server.ts'
import { hasKeys } from '../engine/access/keys.ts'
import { checkLanguageModel } from '../models/providers/check-language-model.ts'
import { createEmbedder } from '../models/providers/create-embedder.ts'
import { createLanguageModel } from '../models/providers/create-language-model.ts'
import { findRunning, withCall } from './api-client.ts'
import { channelChecks } from './channels/check-channels.ts'
import { isLoopback, openEarshot } from './open-earshot.ts'
import { providerSettings } from './provider-settings.ts'

const LOW_DISK_BYTES = 1_000_000_000
const NO_DISK_BYTES = 100_000_000

type Result = Omit<Diagnosis, 'name'>

/** Checks everything Earshot depends on, or only its channels, one diagnosis after the other. */
export async function* examine(config: Config, only?: 'channels'): AsyncIterable<Diagnosis> {
  const checks = only === 'channels' ? channelChecks(config) : allChecks(config)
  for (const [name, check] of checks) yield { name, ...(await guarded(check)) }
}

function allChecks(config: Config): [string, () => Promise<Result>][] {
  return [
    ['data directory', () => checkDataDir(config)],
    ['disk', () => checkDisk(config)],
    ['database', () => checkDatabase(config)],
    ['model', () => checkModel(config)],
    ['embeddings', () => checkEmbeddings(config)],
    ...channelChecks(config),
  ]
}

async function guarded(check: () => Promise<Result>): Promise<Result> {
  try {
    return await check()
  } catch (error) {
    return problem(error instanceof Error ? error.message : String(error))
  }
}

async function checkDataDir(config: Config): Promise<Result> {
  if (config.DATABASE_URL !== undefined) return ok('not used: DATABASE_URL is set')
  const { root } = layout(config.EARSHOT_DATA_DIR)
  const there = await nearest(root)
  await access(there, constants.R_OK | constants.W_OK | constants.X_OK).catch(() => {
    throw new Error(`${there} is not writable. Give this user access, or set EARSHOT_DATA_DIR.`)
  })
  if (there !== root) return ok(`${root} does not exist yet; the first start creates it`)
  const running = await findRunning(config)
  return ok(running === null ? root : `${root}, in use by the server at ${running.url}`)
}

async function checkDisk(config: Config): Promise<Result> {
  const { bavail, bsize } = await statfs(await nearest(layout(config.EARSHOT_DATA_DIR).root))
  const free = bavail * bsize
  const text = `${(free / 1e9).toFixed(1)} GB free`
  if (free < NO_DISK_BYTES) return problem(`${text}. Free disk space, or messages will be refused.`)
  return free < LOW_DISK_BYTES ? warning(`${text}. Free disk space soon.`) : ok(text)
}

async function checkDatabase(config: Config): Promise<Result> {
  const running = config.DATABASE_URL === undefined ? await findRunning(config) : null
  if (running !== null) {
    const response = await fetch(`${running.url}/health/ready`)
    const body = (await response.json()) as { checks: { name: string; problem: string | null }[] }
    const failing = body.checks.find((check) => check.problem !== null)
    return failing
      ? problem(`${failing.name}: ${failing.problem}`)
      : ok('embedded, responds through the running server')
  }
  if (config.DATABASE_URL === undefined) {
    const { root } = layout(config.EARSHOT_DATA_DIR)
    if ((await nearest(root)) !== root) return ok('embedded, created by the first start')
    const earshot = await openEarshot({ ...config, EARSHOT_LOG_LEVEL: 'silent' })
    await earshot.close()
    return ok('embedded, opens, extensions vector and pg_trgm are installed')
  }
  const database = createDatabase(await openServer(config.DATABASE_URL))
  try {
    await migrate(database)
    const keyed = await hasKeys(database)
    if (!keyed && !isLoopback(config.EARSHOT_HOST)) {
      return problem(
        `EARSHOT_HOST is ${config.EARSHOT_HOST} and there are no API keys: the server does not start. Run "earshot keys create".`,
      )
    }
    return ok('PostgreSQL responds, extensions vector and pg_trgm are installed')
  } finally {
    await database.close()
  }
}

/** A running server tests the model it runs with: its settings may differ from those of this terminal. */
async function checkModel(config: Config): Promise<Result> {
  if (config.DATABASE_URL === undefined && (await findRunning(config)) !== null) {
    const tested = (await withCall(config, (call) =>
      call('/api/settings/test-model', { method: 'POST', body: {} }),
    )) as ModelTest
    if (!tested.ok) return problem(`${tested.model}, of the running server: ${tested.problem}`)
    return ok(
      tested.is_offline
        ? OFFLINE
        : `${tested.model} responds to the running server (${tested.ms} ms)`,
    )
  }
  const settings = { ...providerSettings(config), model: config.EARSHOT_MODEL }
  const checked = await checkLanguageModel(await createLanguageModel(settings))
  if (!checked.reachable) return problem(checked.error.message)
  if (config.EARSHOT_MODEL === 'offline') {
    return ok(OFFLINE)
  }
  return ok(`${config.EARSHOT_MODEL} responds`)
}

const OFFLINE = 'offline: answers are quotes from the chat. Set EARSHOT_MODEL for a language model.'

async function checkEmbeddings(config: Config): Promise<Result> {
  const settings = { ...providerSettings(config), embeddings: config.EARSHOT_EMBEDDINGS }
  const embedder = await createEmbedder(settings)
  if (embedder === null) return ok('none: search by keywords only')
  const [vector] = await embedder.embed(['hello'])
  return ok(`${embedder.id}, ${vector?.length ?? 0} dimensions`)
}

/** The path, or the nearest folder above it that exists. */
async function nearest(path: string): Promise<string> {
  const exists = await stat(path).then(
    () => true,
    () => false,
  )
  return exists || dirname(path) === path ? path : nearest(dirname(path))
}

const ok = (detail: string): Result => ({ status: 'ok', detail })
const warning = (detail: string): Result => ({ status: 'warning', detail })
const problem = (detail: string): Result => ({ status: 'problem', detail })
