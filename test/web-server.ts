import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach } from 'vitest'

/** What a test's web server says, and what it was asked. */
export type WebServer = {
  url(): string
  /** Decides what the next requests get; without it, 404. */
  answer(how: (url: URL, response: ServerResponse) => void): void
  /** Path and query of every request of this test. */
  readonly asked: string[]
}

/** Gives a test file a real HTTP server on this machine. */
export function useWebServer(): WebServer {
  const asked: string[] = []
  const nothing = (_: URL, response: ServerResponse) => response.writeHead(404).end()
  let how: (url: URL, response: ServerResponse) => void = nothing
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost')
    asked.push(`${url.pathname}${url.search}`)
    how(url, response)
  })
  beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)))
  beforeEach(() => {
    asked.length = 0
    how = nothing
  })
  afterAll(() => {
    server.close()
    server.closeAllConnections()
  })
  return {
    asked,
    url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: (next) => {
      how = next
    },
  }
}

/** Says this as JSON. */
export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}
