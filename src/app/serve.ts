import { writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { serve as listen } from '@hono/node-server'
import type { Serving } from '../cli/command.ts'
import type { Config } from '../config/config.ts'
import type { SettingsFile } from '../config/settings-file.ts'
import { layout } from '../db/engine/embedded/open-embedded.ts'
import { type JobQueue, openQueue } from '../db/engine/job-queue.ts'
import { tidyTables } from '../db/engine/tidy.ts'
import { AppError } from '../domain/errors.ts'
import { hasKeys } from '../engine/access/keys.ts'
import { fillConversations } from '../engine/receive/fill-conversations.ts'
import { moveNotes } from '../memory/facts/move-notes.ts'
import { SAMPLE_MS } from '../observe/activity.ts'
import { applyRetention } from '../upkeep/apply-retention.ts'
import { dropPrompts } from '../upkeep/drop-prompts.ts'
import { embedMissing, type Progress } from '../upkeep/embed-missing.ts'
import { indexMissing } from '../upkeep/index-missing.ts'
import { memoryJobs } from '../upkeep/memory-jobs.ts'
import { planMemory } from '../upkeep/plan-memory.ts'
import { type Chore, choreOnce, runUpkeep } from '../upkeep/run-upkeep.ts'
import { openBots } from './channels/open-bots.ts'
import { loadDemo } from './load-demo.ts'
import { type Earshot, isLoopback, openEarshot } from './open-earshot.ts'
import { VERSION } from './version.ts'

/** In-flight requests get this long to finish on a stop. */
const STOP_GRACE_MS = 10_000
const EMBED_SWEEP_MS = 600_000
const TIDY_MS = 10_000
const CHECKPOINT_MS = 60_000
const CHECKPOINT_ENTRIES = 1_000
const RETENTION_MS = 600_000
/** Concurrent jobs of one kind: most of their time they wait for a model. */
const JOBS_AT_ONCE = 4
const POLL_SECONDS = 5

/** Opens everything and listens. */
export async function serve(
  config: Config,
  settingsFile: Omit<SettingsFile, 'restart'> | null = null,
): Promise<Serving> {
  let restart = () => {}
  const restartAsked = new Promise<void>((resolve) => {
    restart = resolve
  })
  const earshot = await openEarshot(config, settingsFile && { ...settingsFile, restart })
  try {
    const keyed = await hasKeys(earshot.database)
    if (!keyed && !isLoopback(config.EARSHOT_HOST)) throw keysRequired(config.EARSHOT_HOST)
    const demo = await loadDemo(config, earshot)
    const { server, url } = await openDoor(config, earshot)
    const startedAt = performance.now()
    earshot.record({ name: 'server.started', version: VERSION, url })
    if (config.DATABASE_URL === undefined) {
      const { controlToken } = layout(config.EARSHOT_DATA_DIR)
      await writeFile(controlToken, earshot.controlToken, { mode: 0o600 })
      await earshot.announce(url)
    }
    const bots = openBots(config, earshot.channels, earshot)
    const jobs = memoryChore(earshot)
    const upkeep = runUpkeep([...choresOf(earshot, config), jobs.chore], earshot.record)
    let stopped: Promise<void> | null = null
    const stop = async () => {
      earshot.hangUp()
      await Promise.all([closeDoor(server), bots.stop(), upkeep.stop().then(jobs.stop)])
      earshot.record({ name: 'server.stopped', ms: performance.now() - startedAt })
      await earshot.close()
    }
    return {
      url,
      isOpen: !keyed,
      ...demo,
      restartAsked,
      stop: () => {
        stopped ??= stop()
        return stopped
      },
    }
  } catch (error) {
    await earshot.close()
    throw error
  }
}

function openDoor(config: Config, { api }: Earshot): Promise<{ server: Server; url: string }> {
  const { EARSHOT_HOST: hostname, EARSHOT_PORT: port } = config
  return new Promise((resolve, reject) => {
    const server = listen({ fetch: api.fetch, hostname, port }, ({ port: bound }) => {
      const host = hostname.includes(':') ? `[${hostname}]` : hostname
      resolve({ server, url: `http://${host}:${bound}` })
    }) as Server
    server.on('error', (error: NodeJS.ErrnoException) =>
      reject(cannotListen(error, hostname, port)),
    )
  })
}

async function closeDoor(server: Server): Promise<void> {
  // A client with a busy keep-alive connection would use up the grace time: its next response closes it.
  server.prependListener('request', (_request, response) =>
    response.setHeader('Connection', 'close'),
  )
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), STOP_GRACE_MS)
  await closed
  clearTimeout(timer)
}

/** By time, so that deleted data leaves the journal; by size, so that a start stays quick. */
function checkpointChore({ checkpoint, journalSize, record }: Earshot): Chore {
  let last = performance.now()
  return {
    name: 'checkpoint',
    everyMs: 2_000,
    run: async () => {
      const isDue = performance.now() - last > CHECKPOINT_MS || journalSize() > CHECKPOINT_ENTRIES
      if (!isDue || journalSize() === 0) return
      last = performance.now()
      await checkpoint()
      record({ name: 'journal.checkpointed', ms: performance.now() - last })
    },
  }
}

/** Every second while messages come in; otherwise every TIDY_MS, so that an idle server is idle. */
function tidyChore({ database, journalSize }: Earshot): Chore {
  let last = { at: performance.now(), size: 0 }
  return {
    name: 'tidy',
    everyMs: 1_000,
    run: async () => {
      const now = { at: performance.now(), size: journalSize() }
      if (now.size === last.size && now.at - last.at < TIDY_MS) return
      last = now
      await tidyTables(database)
    },
  }
}

/** Enqueues memory jobs and runs them. The queue is opened after the server listens, not before. */
function memoryChore(earshot: Earshot): { chore: Chore; stop(): Promise<void> } {
  const { database, memory, record } = earshot
  let queue: JobQueue | null = null
  const open = async () => {
    const onError = () => record({ name: 'upkeep.failed', step: 'jobs', code: 'internal' })
    const opened = await openQueue(database, onError)
    await opened.work(memoryJobs(memory), {
      atOnce: JOBS_AT_ONCE,
      pollSeconds: POLL_SECONDS,
      onFailure: (job, code, isLast) => record({ name: 'job.failed', job, code, isLast }),
    })
    earshot.useQueue(opened)
    return opened
  }
  return {
    chore: {
      name: 'memory',
      everyMs: 5_000,
      run: async (stopping) => {
        queue ??= await open()
        await planMemory({ ...memory, queue }, stopping)
      },
    },
    stop: async () => queue?.stop(),
  }
}

function choresOf(earshot: Earshot, config: Config): Chore[] {
  const { database, embedder, record } = earshot
  const tidying = tidyChore(earshot)
  const indexing: Chore = {
    name: 'index-missing',
    everyMs: 10_000,
    run: (stopping) => indexMissing(database, stopping),
  }
  // Messages of an earlier version are without a conversation: none is added while the server runs.
  const grouping = choreOnce({
    name: 'group-missing',
    everyMs: 5_000,
    run: (stopping) => fillConversations(database, stopping),
  })
  const moving = choreOnce({
    name: 'move-notes',
    everyMs: 2_000,
    run: (stopping) => moveNotes(earshot.memory, stopping),
  })
  const days = config.EARSHOT_RETENTION_DAYS
  const retaining: Chore[] =
    days === undefined
      ? []
      : [
          {
            name: 'retention',
            everyMs: RETENTION_MS,
            run: (stopping) => applyRetention(days, earshot.memory, stopping),
          },
        ]
  const sampling: Chore = { name: 'sample', everyMs: SAMPLE_MS, run: earshot.activity.sample }
  const prompts: Chore = {
    name: 'prompts',
    everyMs: RETENTION_MS,
    run: () => dropPrompts(config.EARSHOT_PROMPT_DAYS, new Date(), database),
  }
  const always = [tidying, indexing, grouping, moving, sampling, prompts, ...retaining]
  const keeping = database.engine === 'server' ? always : [...always, checkpointChore(earshot)]
  if (embedder === null) return keeping
  let done: Progress = new Map()
  let sweptAt = performance.now()
  const embedding: Chore = {
    name: 'embed-missing',
    everyMs: 2_000,
    run: async (stopping) => {
      // An edit deletes an old message's vector, perhaps in another process: check all again.
      const isSweep = performance.now() - sweptAt > EMBED_SWEEP_MS
      if (isSweep) sweptAt = performance.now()
      const from = isSweep ? new Map() : done
      done = await embedMissing({ database, embedder, record, stopping }, from)
    },
  }
  return [...keeping, embedding]
}

function keysRequired(host: string): AppError {
  return new AppError(
    'keys_required',
    `Earshot does not listen on ${host} without API keys: anyone who can reach it could read every chat. Create a key first ("earshot keys create --role admin --name me"), or listen on 127.0.0.1.`,
  )
}

function cannotListen(error: NodeJS.ErrnoException, host: string, port: number): AppError {
  if (error.code === 'EADDRINUSE') {
    return new AppError(
      'port_in_use',
      `Port ${port} on ${host} is in use. Stop the program that uses it, or set EARSHOT_PORT to another port (0: any free port).`,
      { cause: error, details: { port } },
    )
  }
  return new AppError(
    'bad_config',
    `Cannot listen on ${host}:${port} (${error.code ?? error.message}). Check EARSHOT_HOST and EARSHOT_PORT.`,
    { cause: error },
  )
}
