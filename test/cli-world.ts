import type { Call, CliCommand, Options, Terminal } from '../src/cli/command.ts'
import { readConfig } from '../src/config/config.ts'
import { AppError, type ErrorCode } from '../src/domain/errors.ts'
import { type TestApp, testApp } from './test-app.ts'
import type { TestDb } from './with-db.ts'

/** A terminal on a server of its own. */
export type CliWorld = {
  readonly app: TestApp
  readonly terminal: Terminal
  /** What the last command printed, line by line. */
  readonly printed: string[]
  /** The lines of the progress bar. */
  readonly bars: string[]
  /** The requests to the server: `GET /api/chats`. */
  readonly sent: string[]
  /** Runs a command and returns what it printed. */
  run(
    command: CliCommand,
    args: readonly string[],
    options?: Options,
  ): Promise<{ exitCode: number; printed: string }>
}

/** Opens one on a test's database. */
export async function cliWorld(test: TestDb): Promise<CliWorld> {
  const app = await testApp(test)
  const printed: string[] = []
  const bars: string[] = []
  const sent: string[] = []
  const call: Call = async (path, init = {}) => {
    sent.push(`${init.method ?? 'GET'} ${path}`)
    const { status, body } = await app.send(init.method ?? 'GET', path, init.body)
    if (status < 400) return body
    throw new AppError(body.code as ErrorCode, String(body.detail))
  }
  const nowhere = () => Promise.reject(new Error('not here'))
  const terminal: Terminal = {
    config: readConfig({}, null),
    serve: nowhere,
    withCall: (work) => work(call),
    withScratch: nowhere,
    examine: () => {
      throw new Error('not here')
    },
    saveBackup: nowhere,
    restoreBackup: nowhere,
    print: (line) => printed.push(line),
    progress: (line) => bars.push(line),
    stopSignal: () => new Promise(() => undefined),
  }
  const run: CliWorld['run'] = async (command, args, options = {}) => {
    printed.length = 0
    const exitCode = await command.run(args, options, terminal)
    return { exitCode, printed: printed.join('\n') }
  }
  return { app, terminal, printed, bars, sent, run }
}
