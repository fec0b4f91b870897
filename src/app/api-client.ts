import { readFile } from 'node:fs/promises'
import type { Call } from '../cli/command.ts'
import type { Config } from '../config/config.ts'
import { findLiveOwner } from '../db/engine/embedded/lock.ts'
import { layout } from '../db/engine/embedded/open-embedded.ts'
import { tidyTables } from '../db/engine/tidy.ts'
import { AppError, type ErrorCode } from '../domain/errors.ts'
import { runUpkeep } from '../upkeep/run-upkeep.ts'
import type { Earshot } from './open-earshot.ts'

/* How the terminal reaches Earshot. The embedded database belongs to one process: if a server has it, the
 * terminal calls that server; otherwise it opens everything itself for the duration of the command. Either
 * way it uses the HTTP API: a command is written once. */

/** Runs `work` with a way to call the API, and closes what was opened for it. */
export function withCall<T>(config: Config, work: (call: Call) => Promise<T>): Promise<T> {
  return withServer(config, (token, request) => work(callWith(token, request)))
}

/** Runs `work` on the body of a reply, as it arrives. */
export function withDownload<T>(
  config: Config,
  path: string,
  work: (body: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  return withServer(config, async (token, request) => {
    const response = await request(path, { headers: { Authorization: `Bearer ${token}` } })
    if (!response.ok) throw errorOf(await response.text())
    return work(response.body ?? new ReadableStream<Uint8Array>())
  })
}

async function withServer<T>(
  config: Config,
  work: (token: string, request: Fetch) => Promise<T>,
): Promise<T> {
  const running = config.DATABASE_URL === undefined ? await findRunning(config) : null
  if (running !== null) {
    return work(running.token, (path, init) =>
      fetch(`${running.url}${path}`, init).catch((error: unknown) => {
        throw new AppError(
          'server_unreachable',
          'The running server does not respond. Retry, or restart it.',
          { cause: error },
        )
      }),
    )
  }
  const { openEarshot } = await import('./open-earshot.ts')
  const earshot = await openEarshot({ ...config, EARSHOT_LOG_LEVEL: 'error' })
  const upkeep = keepHouse(earshot)
  try {
    return await work(earshot.controlToken, async (path, init) => earshot.api.request(path, init))
  } finally {
    await upkeep.stop()
    await earshot.close()
  }
}

/** A start after a crash reads the whole journal, so it must stay small. */
const CHECKPOINT_ENTRIES = 100

/**
 * The background work of a server, for a command that takes as long as an import: without statistics the
 * planner takes the tables for empty, and an unbounded journal cannot be replayed.
 */
function keepHouse({ database, checkpoint, journalSize, record }: Earshot) {
  const tidy = {
    name: 'tidy',
    everyMs: 1_000,
    run: async () => {
      await tidyTables(database)
    },
  }
  const save = {
    name: 'checkpoint',
    everyMs: 2_000,
    run: async () => {
      if (journalSize() > CHECKPOINT_ENTRIES) await checkpoint()
    },
  }
  return runUpkeep([tidy, save], record)
}

/** The server that has the data directory, with its control token. */
export async function findRunning(config: Config): Promise<{ url: string; token: string } | null> {
  const { root, controlToken } = layout(config.EARSHOT_DATA_DIR)
  const owner = await findLiveOwner(root)
  if (owner === null || owner.url === null) return null
  const token = await readFile(controlToken, 'utf8').catch((error: unknown) => {
    throw new AppError(
      'forbidden',
      `Earshot runs as process ${owner.pid}, but ${controlToken} cannot be read. Run this as the user who started it.`,
      { cause: error },
    )
  })
  return { url: owner.url, token }
}

type Fetch = (path: string, init: RequestInit) => Promise<Response>

function callWith(token: string, request: Fetch): Call {
  return async (path, init = {}) => {
    const response = await request(path, {
      method: init.method ?? 'GET',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
    })
    const text = await response.text()
    if (!response.ok) throw errorOf(text)
    return text === '' ? null : JSON.parse(text)
  }
}

/** The error that a reply describes. */
function errorOf(text: string): AppError {
  const body = text === '' ? null : JSON.parse(text)
  return new AppError(
    (body?.code ?? 'internal') as ErrorCode,
    body?.detail ?? 'The server failed without a message. Check its log.',
    { details: body?.details ?? {} },
  )
}
