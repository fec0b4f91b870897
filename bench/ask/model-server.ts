import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** A language model that always takes as long, speaking the OpenAI protocol. */
export type ModelServer = {
  readonly baseUrl: string
  /** How long it took for each call since this was last asked, from the last byte in to the last out. */
  taken(): number[]
  setDelay(ms: number): void
  close(): Promise<void>
}

/** Starts it on a free port. Whatever it is asked it says the same; as a verdict that is "all of it". */
export async function startModelServer(): Promise<ModelServer> {
  let delayMs = 0
  let times: number[] = []
  const server = createServer(async (request, reply) => {
    for await (const _ of request);
    const began = performance.now()
    await pause(delayMs)
    const message = { role: 'assistant', content: 'The thai restaurant on 10th Ave [1].' }
    const body = {
      id: 'c1',
      object: 'chat.completion',
      created: 1,
      model: 'steady',
      choices: [{ index: 0, message, finish_reason: 'stop' }],
      usage: { prompt_tokens: 300, completion_tokens: 12, total_tokens: 312 },
    }
    reply.setHeader('content-type', 'application/json')
    reply.end(JSON.stringify(body), () => times.push(performance.now() - began))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 4_096, resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    taken: () => {
      const taken = times
      times = []
      return taken
    },
    setDelay: (ms) => {
      delayMs = ms
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
