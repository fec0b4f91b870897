import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { NODE_FLAGS } from '../node-flags.ts'

/* A real server in a real process, since only that can be killed.
 *
 * It is ended by its own pid and by nothing else, and it never outlives the process that started it. */

/** How a server ended, and its last words. */
export type Ended = {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stderr: string
}

export type ServerProcess = {
  readonly pid: number
  /** The server's URL once it listens; null if it ended before. */
  readonly listening: Promise<string | null>
  readonly ended: Promise<Ended>
  /** Sends the signal and waits until the process is gone. */
  end(signal: NodeJS.Signals): Promise<Ended>
}

const PROGRAM = fileURLToPath(new URL('../../bin/earshot.js', import.meta.url))
/** The last words are wanted, not a log of a thousand starts. */
const STDERR_CHARS = 200_000

const running = new Set<ChildProcess>()
const endAll = () => {
  for (const child of running) child.kill('SIGKILL')
}
process.on('exit', endAll)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    endAll()
    process.kill(process.pid, signal)
  })
}

/**
 * Starts `earshot start` on a data directory. Silent, without the demo, on a free port and without
 * the rate limit, unless `env` says otherwise; nothing else of Earshot's own leaks in from outside.
 */
export function startServer(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  // Not the repository: an earshot.config.json may lie there.
  cwd: string = tmpdir(),
): ServerProcess {
  const child = spawn(process.execPath, [...NODE_FLAGS, PROGRAM, 'start', '--json'], {
    cwd,
    env: {
      ...foreignEnv(),
      EARSHOT_PORT: '0',
      EARSHOT_DEMO: '0',
      EARSHOT_LOG_LEVEL: 'silent',
      EARSHOT_RATE_PER_MINUTE: '100000000',
      EARSHOT_DATA_DIR: dataDir,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-STDERR_CHARS)
  })
  const ended = once(child, 'close').then(([code, signal]): Ended => {
    running.delete(child)
    return { code, signal, stderr }
  })
  const firstLine = once(createInterface(child.stdout), 'line').then(
    ([line]): string => JSON.parse(line).url,
  )
  return {
    pid: child.pid ?? 0,
    listening: Promise.race([firstLine, ended.then(() => null)]),
    ended,
    end: (signal) => {
      child.kill(signal)
      return ended
    },
  }
}

/** Starts a server and waits until it listens; fails with its last words if it does not. */
export async function startListening(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  cwd: string = tmpdir(),
): Promise<ServerProcess & { readonly url: string }> {
  const server = startServer(dataDir, env, cwd)
  const url = await server.listening
  if (url !== null) return { ...server, url }
  const { code, stderr } = await server.ended
  throw new Error(`The server ended with code ${code} before it listened: ${stderr}`)
}

/** True if the server is up and says that its database answers. */
export async function isReady(url: string): Promise<boolean> {
  return (await fetch(`${url}/health/ready`)).ok
}

/** The environment without Earshot's settings, which would make a run depend on where it is run. */
function foreignEnv(): NodeJS.ProcessEnv {
  const ours = /^(EARSHOT_|DATABASE_URL$|NODE_OPTIONS$|VITEST)/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)))
}
