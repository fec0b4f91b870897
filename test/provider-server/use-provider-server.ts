import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type ProviderServer, startProviderServer } from '../provider-server.ts'

/** Gives a test file a server that speaks the providers' protocols; each test finds it well and unasked. */
export function useProviderServer(): Omit<ProviderServer, 'close'> {
  let server: ProviderServer
  beforeAll(async () => {
    server = await startProviderServer()
  })
  afterAll(() => server.close())
  beforeEach(() => {
    server.faults.length = 0
    server.requests.length = 0
  })
  return {
    baseUrl: (provider) => server.baseUrl(provider),
    get faults() {
      return server.faults
    },
    get requests() {
      return server.requests
    },
  }
}
