import { join } from 'node:path'
import { readConfig } from '../src/config/config.ts'

/* The server of the built program, in the process of the tests.
 *
 * A process of its own takes 3 s of processor time to start: it loads every module and compiles the database engine.
 * Here both happen once for all files. Tests of a start, a stop, a kill or a restart start the program
 * (chaos/server-process.ts, use-program.ts). */

export type ServedHere = { readonly url: string; stop(): Promise<void> }

/** Serves a data directory on a free port, silent and without the rate limit unless `env` says otherwise. */
export async function serveHere(
  dataDir: string,
  env: Readonly<Record<string, string>>,
  home: string,
): Promise<ServedHere> {
  const settings = {
    EARSHOT_PORT: '0',
    EARSHOT_DEMO: '0',
    EARSHOT_LOG_LEVEL: 'silent',
    EARSHOT_RATE_PER_MINUTE: '100000000',
    EARSHOT_DATA_DIR: dataDir,
    ...env,
  }
  const { serve } = await loadBuilt()
  return serve(readConfig(settings, null), {
    env: settings,
    path: join(home, 'earshot.config.json'),
    textAtStart: null,
  })
}

/** By its address: the compiler would look for the build's types, and the types are checked before there is a build. */
function loadBuilt(): Promise<typeof import('../src/app/serve.ts')> {
  return import(new URL('../dist/app/serve.js', import.meta.url).href)
}
