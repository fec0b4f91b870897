import { randomBytes, randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { createApi } from '../api/app.ts'
import type { Api } from '../api/env.ts'
import { readConsoleFiles } from '../api/operations/console.ts'
import type { Webhook } from '../api/operations/webhooks.ts'
import type { Channel } from '../channels/channel.ts'
import type { Config } from '../config/config.ts'
import type { SettingsFile } from '../config/settings-file.ts'
import type { Database } from '../db/engine/database.ts'
import type { JobQueue } from '../db/engine/job-queue.ts'
import { migrate } from '../db/engine/migrate.ts'
import type { RecordEvent } from '../domain/events.ts'
import type { FileLimits } from '../domain/file.ts'
import type { AnswerId } from '../domain/ids.ts'
import { findAsker, findVisibleChat, maySee } from '../engine/access/access.ts'
import {
  closeConsoleSession,
  findConsoleUser,
  openConsoleSession,
} from '../engine/access/console-sessions.ts'
import { authenticate, createKey, describeKeys, endKey, hasKeys } from '../engine/access/keys.ts'
import { createContextCache } from '../engine/context/context-cache.ts'
import { createEngine, type Engine, type EngineDeps } from '../engine/engine.ts'
import { replay } from '../engine/receive/replay.ts'
import { createFiles, type Files } from '../files/files.ts'
import type { MemoryDeps } from '../memory/deps.ts'
import { createAskerFacts } from '../memory/facts/asker-facts.ts'
import { createMemory, type Memory } from '../memory/memory.ts'
import type { Embedder } from '../models/embedder.ts'
import { createEmbedder } from '../models/providers/create-embedder.ts'
import { createLanguageModel } from '../models/providers/create-language-model.ts'
import { countTokens } from '../models/tokens/tokens.ts'
import { createLogger, type Logger } from '../observe/logger.ts'
import { createMetrics } from '../observe/metrics.ts'
import { createModelState } from '../observe/model-state.ts'
import { createRecorder } from '../observe/recorder.ts'
import { answering } from './answer-deps.ts'
import { backingUp } from './backup-deps.ts'
import { openChannels } from './channels/open-channels.ts'
import { privateEmbedder, remembering } from './memory-deps.ts'
import { notingUnsaved } from './noting-unsaved.ts'
import { openStorage, type Storage } from './open-storage.ts'
import { type Operated, operating } from './operations-deps.ts'
import { providerSettings } from './provider-settings.ts'

/** A whole Earshot, wired but not listening. */
export type Earshot = {
  readonly engine: Engine
  readonly files: Files
  readonly api: Api
  readonly database: Database
  readonly embedder: Embedder | null
  readonly memory: MemoryDeps
  /** The functions of memory. */
  readonly verbs: Memory
  /** The channels that are configured; serve.ts runs a bot on each. */
  readonly channels: readonly Channel[]
  /** Connects the webhook route of a channel to its bot. */
  useWebhook(channel: string, webhook: Webhook): void
  /** Set by serve.ts once the job queue is open; until then background jobs are not sent. */
  useQueue(queue: JobQueue): void
  readonly logger: Logger
  readonly record: RecordEvent
  /** Authenticates the owner of the data directory; for the terminal on this machine. */
  readonly controlToken: string
} & Pick<Operated, 'activity' | 'hangUp'> &
  Pick<Storage, 'announce' | 'checkpoint' | 'journalSize' | 'close'>

const SYSTEM_PLACEMENT =
  'EARSHOT_BLOCK_PLACEMENT=system: texts of chat members are placed in the system prompt, and a model may follow instructions in them. Set it to user.'

/** Opens the configured database, migrates it, replays the journal, wires the modules. */
export async function openEarshot(
  config: Config,
  settingsFile: SettingsFile | null = null,
): Promise<Earshot> {
  const logger = createLogger(config.EARSHOT_LOG_LEVEL)
  const metrics = createMetrics()
  const modelState = createModelState(() => new Date())
  const record = createRecorder(logger, metrics, modelState)
  const providers = providerSettings(config)
  const model = await createLanguageModel({ ...providers, model: config.EARSHOT_MODEL })
  const embedder = privateEmbedder(
    await createEmbedder({ ...providers, embeddings: config.EARSHOT_EMBEDDINGS }),
  )
  if (config.EARSHOT_BLOCK_PLACEMENT === 'system') logger.warn({}, SYSTEM_PLACEMENT)
  const channels = await openChannels(config)
  const storage = await openStorage(config)
  const { database, journal } = storage
  try {
    await migrate(database)
    const cache = createContextCache({
      maxEntries: config.EARSHOT_CONTEXT_CACHE_ENTRIES,
      seconds: config.EARSHOT_CONTEXT_CACHE_SECONDS,
    })
    const shared = {
      database,
      model,
      record: notingUnsaved(record, storage),
      now: () => new Date(),
    }
    const remembered = remembering(config, {
      ...shared,
      checkpoint: storage.checkpoint,
      dropCaches: () => {
        cache.clear()
        database.dropVectorCaches()
      },
    })
    const deps: EngineDeps = {
      ...shared,
      journal,
      embedder,
      openModel: (name) => createLanguageModel({ ...providers, model: name }),
      countTokens,
      cache,
      ...answering(config, channels),
      askerFacts: createAskerFacts(remembered),
      gapMs: config.EARSHOT_IDLE_TIMEOUT_MINUTES * 60_000,
      newId: randomUUID,
      newAnswerId: () => `a${randomBytes(8).toString('hex')}` as AnswerId,
    }
    await replay(storage.recovered, deps)
    // At once: a process that crashes early again and again must not replay all earlier entries each time.
    if (storage.recovered.entries.length > 0) await storage.checkpoint()
    const engine = createEngine(deps)
    const files = createFiles({
      database,
      record: (event) => {
        storage.noteUnsaved()
        record(event)
      },
      now: deps.now,
      limits: fileLimits(config),
      access: { findAsker, findVisibleChat, maySee },
    })
    let queue: JobQueue | null = null
    const webhooks = new Map<string, Webhook>()
    const memory = createMemory(remembered, () => queue)
    const operated = operating({
      database,
      metrics,
      now: deps.now,
      dailyTokens: deps.spending.limits.workspace,
      dailyMemoryTokens: remembered.settings.dailyMemoryTokens,
      settingsFile,
      model,
      prices: deps.spending.prices,
    })
    const controlToken = randomBytes(24).toString('base64url')
    const api = createApi({
      engine,
      files,
      memory,
      webhook: (channel) => webhooks.get(channel) ?? null,
      metrics,
      logger,
      now: deps.now,
      checks: [{ name: 'database', run: () => ping(database) }, modelState.check],
      ...operated.doors,
      backup: backingUp(database, deps),
      door: {
        authenticate: (key) => authenticate(key, database),
        findSession: (token) => findConsoleUser(token, deps.now(), database),
        hasKeys: () => hasKeys(database),
        controlToken,
        isLoopback: isLoopback(config.EARSHOT_HOST),
      },
      console: readConsoleFiles(fileURLToPath(new URL('../web', import.meta.url))),
      sessions: {
        open: (key) => openConsoleSession(key, deps.now(), database),
        close: (token) => closeConsoleSession(token, deps.now(), database),
      },
      keys: {
        create: (principal, wanted) => createKey(principal, wanted, database),
        list: (principal) => describeKeys(principal, database),
        revoke: (principal, id, isLastAllowed) =>
          endKey(
            principal,
            id,
            { now: deps.now(), isLastAllowed, isLoopback: isLoopback(config.EARSHOT_HOST) },
            database,
          ),
      },
      settings: {
        bodyMegabytes: config.EARSHOT_BODY_MEGABYTES,
        fileMegabytes: config.EARSHOT_FILE_MEGABYTES,
        ratePerMinute: config.EARSHOT_RATE_PER_MINUTE,
        budgetTokens: Math.max(0, config.EARSHOT_CONTEXT_TOKENS - config.EARSHOT_SYSTEM_TOKENS),
        conversationWindow: config.EARSHOT_CONVERSATION_WINDOW,
        topicDialog: config.EARSHOT_TOPIC_DIALOG,
      },
    })
    const { announce, close, checkpoint, journalSize } = storage
    return {
      engine,
      files,
      api,
      database,
      embedder,
      memory: remembered,
      verbs: memory,
      channels,
      useWebhook: (channel, opened) => {
        webhooks.set(channel, opened)
      },
      useQueue: (opened) => {
        queue = opened
      },
      activity: operated.activity,
      hangUp: operated.hangUp,
      logger,
      record: deps.record,
      controlToken,
      announce,
      checkpoint,
      journalSize,
      close,
    }
  } catch (error) {
    await storage.close()
    throw error
  }
}

/** True for an address that only this machine can reach. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

/** The part of the settings that limits files. */
function fileLimits(config: Config): FileLimits {
  return {
    maxBytes: Math.floor(config.EARSHOT_FILE_MEGABYTES * 1_048_576),
    maxText: config.EARSHOT_FILE_CHARACTERS,
    maxChunks: config.EARSHOT_FILE_CHUNKS,
    maxPages: config.EARSHOT_FILE_PAGES,
    maxReadMs: config.EARSHOT_FILE_SECONDS * 1_000,
    maxFilesPerOwner: config.EARSHOT_FILES_PER_OWNER,
  }
}

async function ping(database: Database): Promise<void> {
  await database.asOwner((db) => db.query('select 1'))
}
