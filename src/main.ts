import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Terminal } from './cli/command.ts'
import { parseCommand, runCommand, tellError } from './cli/run-command.ts'
import { readConfig } from './config.ts'
import { withCall } from './connect.ts'
import { examine } from './examine.ts'
import { withScratch } from './scratch.ts'
import { serve } from './serve.ts'

/** The program: what was typed after `earshot`, and the environment, in; an exit code out. */
export async function main(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  try {
    const parsed = parseCommand(argv)
    const path = resolve('earshot.config.json')
    const textAtStart = await readFile(path, 'utf8').catch(() => null)
    const config = readConfig(env, textAtStart)
    const terminal: Terminal = {
      config,
      serve: () => serve(config, { env, path, textAtStart }),
      withCall: (work) => withCall(config, work),
      withScratch: (work) => withScratch(config, work),
      examine: () => examine(config),
      print: (line) => process.stdout.write(`${line}\n`),
      progress: (line) => {
        if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}`)
      },
      stopSignal,
    }
    return await runCommand(parsed, terminal)
  } catch (error) {
    const { text, exitCode } = tellError(error, argv.includes('--json'))
    process.stderr.write(`${text}\n`)
    return exitCode
  }
}

/** Resolves at the first request to stop. The second is from someone who will not wait. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let asked = 0
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        asked += 1
        if (asked > 1) process.exit(130)
        resolve()
      })
    }
  })
}
