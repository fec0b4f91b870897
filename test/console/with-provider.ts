import { afterAll } from 'vitest'
import { KEY, MODEL, type ProviderServer, startProviderServer } from '../provider-server.ts'
import { type Console, useConsole } from './browser.ts'

/** A console whose model provider is a server of the test, with scripted replies. */
export function useProviderConsole(env: Readonly<Record<string, string>>): {
  readonly console: Console
  provider(): ProviderServer
} {
  let provider: ProviderServer
  const console = useConsole(async () => {
    provider = await startProviderServer()
    return {
      EARSHOT_MODEL: `compatible:${MODEL}`,
      EARSHOT_COMPATIBLE_BASE_URL: provider.baseUrl('compatible'),
      EARSHOT_COMPATIBLE_API_KEY: KEY,
      // One model call per question; no session ends, so that no summary is requested in between.
      EARSHOT_RETRIEVAL_ATTEMPTS: '1',
      EARSHOT_IDLE_TIMEOUT_MINUTES: '100000',
      ...env,
    }
  })
  afterAll(() => provider.close())
  return { console, provider: () => provider }
}
