import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll } from 'vitest'
import { NODE_FLAGS } from './node-flags.ts'

/* The program as its users run it: the built one, in processes of its own, on the embedded database. */

export const BIN = 'bin/earshot.js'
type Variables = Readonly<Record<string, string>>
type Ran = { readonly code: number; readonly stdout: string; readonly stderr: string }

export type RunningProgram = {
  readonly url: string
  readonly demo: boolean
  readonly open: boolean
  readonly pid: number | undefined
  stop(): Promise<number | null>
  kill(): Promise<number | null>
}

export type Program = {
  /** The folder of the file's data directories; `data` is that of a program without other settings. */
  readonly home: string
  environment(more?: Variables): Variables
  /** Runs a command to its end. */
  earshot(args: readonly string[], more?: Variables): Promise<Ran>
  /** Starts a server and waits until it listens. */
  start(more?: Variables): Promise<RunningProgram>
}

/** The program, in a folder of this file's own. */
export function useProgram(): Program {
  let home = ''
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'earshot-program-'))
  })
  afterAll(() => rm(home, { recursive: true, force: true }))
  const environment = (more: Variables = {}) => ({
    PATH: process.env.PATH ?? '',
    EARSHOT_DATA_DIR: join(home, 'data'),
    EARSHOT_PORT: '0',
    EARSHOT_LOG_LEVEL: 'error',
    ...more,
  })
  return {
    get home() {
      return home
    },
    environment,
    earshot: async (args, more) => {
      try {
        const env = environment(more)
        const command = [...NODE_FLAGS, BIN, ...args]
        const { stdout, stderr } = await promisify(execFile)('node', command, { env })
        return { code: 0, stdout, stderr }
      } catch (error) {
        const { code, stdout, stderr } = error as Ran
        return { code, stdout, stderr }
      }
    },
    start: async (more) => {
      const child = spawn('node', [...NODE_FLAGS, BIN, 'start', '--json'], {
        env: environment(more),
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const lines = createInterface({ input: child.stdout })
      const [line] = await once(lines, 'line')
      const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
        child.kill(signal)
        const [code] = await once(child, 'exit')
        return code as number | null
      }
      return {
        ...(JSON.parse(line) as Pick<RunningProgram, 'url' | 'demo' | 'open'>),
        pid: child.pid,
        stop: () => end('SIGTERM'),
        kill: () => end('SIGKILL'),
      }
    },
  }
}
