import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../../test/chaos/seeded-random.ts'
import { inLetters, markerIn } from './markers.ts'

/* A model's server outside of the processes that are killed, since a process that is killed cannot say
 * what it asked. It speaks OpenAI's protocol, takes its time, and knows by the address who asks and by
 * the words in the prompt what about. */

export type Kind = 'summary' | 'conversation' | 'recent' | 'history' | 'facts' | 'other'

export type Provider = {
  /** What a worker of this name is given as the address of its model. */
  baseUrl(worker: string): string
  /** Calls so far of each kind, and of summaries by session. */
  readonly calls: Readonly<Record<Kind, number>>
  readonly summaries: ReadonlyMap<string, number>
  /** Calls that summarise a conversation, by conversation. */
  readonly conversationCalls: ReadonlyMap<string, number>
  /** Calls that read a conversation for facts, by conversation. */
  readonly factCalls: ReadonlyMap<string, number>
  /** Calls of this worker that have no answer yet. */
  underWay(worker: string): number
  close(): Promise<void>
}

/** How each prompt of src/memory begins. */
const BEGINS: readonly (readonly [Kind, string])[] = [
  ['summary', 'Summarize this chat session'],
  ['conversation', 'Summarize this part of a group conversation'],
  ['recent', 'From these mini summaries (last'],
  ['history', 'Update this compact long-term profile'],
  ['facts', 'List what people state in this chat'],
]
const FASTEST_MS = 50
const SLOWEST_MS = 150

/** Starts the server on a free port of the loopback. */
export async function startProvider(random: Random): Promise<Provider> {
  const calls = { summary: 0, conversation: 0, recent: 0, history: 0, facts: 0, other: 0 }
  const summaries = new Map<string, number>()
  const conversationCalls = new Map<string, number>()
  const factCalls = new Map<string, number>()
  const underWay = new Map<string, number>()
  const server = createServer(async (request, response) => {
    const worker = request.url?.split('/')[1] ?? ''
    add(underWay, worker, 1)
    response.on('close', () => add(underWay, worker, -1))
    const prompt = await promptOf(request)
    const kind = BEGINS.find(([, words]) => prompt.includes(words))?.[0] ?? 'other'
    calls[kind] += 1
    const marker = markerIn(prompt) ?? 'unknown'
    if (kind === 'summary') add(summaries, marker, 1)
    if (kind === 'conversation') add(conversationCalls, marker, 1)
    if (kind === 'facts') add(factCalls, marker, 1)
    const call = inLetters(calls[kind])
    const said = kind === 'facts' ? facts(marker, call) : reply(kind, marker, call)
    await pause(random.between(FASTEST_MS, SLOWEST_MS))
    send(response, said)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server has no other kind of address
  return {
    baseUrl: (worker) => `http://127.0.0.1:${port}/${worker}/v1`,
    calls,
    summaries,
    conversationCalls,
    factCalls,
    underWay: (worker) => underWay.get(worker) ?? 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Every reply is told from every other: what two calls left behind shows in the rows. */
function reply(kind: Kind, marker: string, call: string): string {
  if (kind === 'summary' || kind === 'conversation') {
    const named = ['orders', 'kitchen', `call-${call}`].map((tag) => ({ tag, conf: 0.9 }))
    const bullets = `- Order ${marker} was placed\n- It was told as ${call}`
    return `${bullets}\n${JSON.stringify({ tags: named, title: `Order ${marker}` })}`
  }
  return `- A digest told as ${call}\n- Orders come weekly`
}

/** The one fact of a conversation, which its first line states; worded in another way each time. */
function facts(marker: string, call: string): string {
  const subject = { kind: 'person', person: 'P1' }
  const stated = {
    attribute: 'preference',
    value: marker,
    text: `P1 likes ${marker}, as ${call} told`,
  }
  const said = { said_by: 'P1', lines: [1], confidence: 0.9, explicit: true }
  return JSON.stringify({ facts: [{ subject, ...stated, ...said }] })
}

async function promptOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += chunk
  const { messages = [] } = JSON.parse(body) as { messages?: { content: unknown }[] }
  return messages.map(({ content }) => JSON.stringify(content)).join('\n')
}

function send(response: ServerResponse, content: string): void {
  const choice = { index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }
  const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(
    JSON.stringify({
      id: 'chat-1',
      object: 'chat.completion',
      created: 1,
      model: 'counted',
      choices: [choice],
      usage,
    }),
  )
}

function add(counts: Map<string, number>, key: string, more: number): void {
  counts.set(key, (counts.get(key) ?? 0) + more)
}
