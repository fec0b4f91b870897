import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Serving, Terminal } from '../cli/command.ts'
import { parseCommand, runCommand, tellError } from '../cli/run-command.ts'
import { readConfig, type Values } from '../config/config.ts'
import { withCall } from './api-client.ts'
import { unknownVariables } from './unknown-variables.ts'
import { VERSION } from './version.ts'

/**
 * The program: takes the arguments after `earshot` and the environment, returns an exit code. A command imports what it
 * needs: most only call a running server, and the engine takes longer to load than the call.
 */
export async function main(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  // `earshot … | head` closes the pipe early: no reader is left, so the program ends without an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? 0 : 1)
  })
  if (['--version', '-v', 'version'].includes(argv[0] ?? '')) {
    process.stdout.write(`${VERSION}\n`)
    return 0
  }
  try {
    const parsed = parseCommand(argv)
    for (const warning of unknownVariables(env)) process.stderr.write(`earshot: ${warning}\n`)
    const path = resolve('earshot.config.json')
    const textAtStart = await readText(path)
    const config = readConfig(env, textAtStart)
    const progress = (line: string) => {
      if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}`)
    }
    const terminal: Terminal = {
      config,
      serve: server({ env, path, textAtStart }),
      withCall: (work) => withCall(config, work),
      withScratch: async (work) => {
        const { withScratch } = await import('./scratch-instance.ts')
        return withScratch(config, work)
      },
      examine: async function* (only) {
        const { examine } = await import('./doctor.ts')
        yield* examine(config, only)
      },
      print: (line) => process.stdout.write(`${line}\n`),
      progress,
      saveBackup: async (wanted) => {
        const { saveBackup } = await import('./save-backup.ts')
        return saveBackup(config, { ...wanted, now: new Date(), progress })
      },
      restoreBackup: async (path, wanted) => {
        const { restoreBackup } = await import('./restore-backup.ts')
        return restoreBackup(config, path, { ...wanted, now: new Date(), progress })
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

type Settings = { readonly env: Values; readonly path: string; readonly textAtStart: string | null }

/**
 * Serves with the settings that the file has now. If that fails and it served before, it serves with the
 * previous settings: a remote user who changed a setting must not be locked out by it.
 */
function server(first: Settings): () => Promise<Serving> {
  let good: Settings | null = null
  let bound = 0
  const open = async (settings: Settings) => {
    const config = readConfig(settings.env, settings.textAtStart)
    // If a free port was assigned, a restart uses the same one; otherwise clients would not find it.
    const port = config.EARSHOT_PORT === 0 ? bound : config.EARSHOT_PORT
    const { serve } = await import('./serve.ts')
    const serving = await serve({ ...config, EARSHOT_PORT: port }, settings)
    good = settings
    bound = Number(new URL(serving.url).port)
    return serving
  }
  return async () => {
    try {
      return await open({ ...first, textAtStart: await readText(first.path) })
    } catch (error) {
      if (good === null) throw error
      process.stderr.write(
        `${tellError(error, false).text}\nThe server continues with the previous settings.\n`,
      )
      return open(good)
    }
  }
}

/** Resolves at the first request to stop. A second one exits at once. */
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

function readText(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch(() => null)
}
