import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { anthropicMessages } from './provider-server/anthropic.ts'
import { compatibleChat, openAiChat } from './provider-server/chat.ts'
import { compatibleEmbeddings, openAiEmbeddings } from './provider-server/embeddings.ts'
import { googleContent, googleEmbeddings } from './provider-server/google.ts'
import {
  type Call,
  KEY,
  MODEL,
  PLAIN_MODELS,
  type Protocol,
  type Said,
} from './provider-server/protocol.ts'

export { KEY, MODEL }

/* A server that speaks the four providers' protocols over real HTTP, strictly: a wrong key, model,
 * header or body is refused the way the vendor refuses it, and so is a conversation in which a tool
 * that was called is not answered. Faults are queued and used up one a request, so that "fails
 * twice, then answers" is a list. Ours and not a package, since the faults are what is tested. */

/** What happens instead of the usual answer. Those with a `text` say it first, as far as they come. */
export type Fault =
  | { readonly kind: 'status'; readonly status: number; readonly headers?: Record<string, string> }
  | { readonly kind: 'hang' | 'reset' | 'half-body' | 'empty-text' | 'not-json' | 'other-json' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'too-long' }
  /** The words of a server whose model knows no tools, as long as the request names some. */
  | { readonly kind: 'no-tools' }
  /** A refusal in a server's own words. */
  | { readonly kind: 'refusal'; readonly status: number; readonly message: string }
  | { readonly kind: 'vectors'; readonly json: string }
  | { readonly kind: 'tools'; readonly calls: Said['calls']; readonly text?: string }
  /** A stream that is cut, ends without its end, stalls, turns to garbage, tells of an error. */
  | {
      readonly kind: 'cut' | 'ends-early' | 'stall' | 'garbage' | 'error-event'
      readonly text: string
    }

export type SeenRequest = {
  readonly path: string
  readonly body: string
  /** Settles when the caller closes the connection before it has its answer. */
  readonly left: Promise<void>
}

export type ProviderServer = {
  /** Base URL of one provider, as a setting would give it. */
  readonly baseUrl: (provider: 'google' | 'openai' | 'anthropic' | 'compatible') => string
  readonly requests: SeenRequest[]
  /** Used up in order, one a request; then the server is well again. One with `on` waits for a body with that text. */
  readonly faults: (Fault & { readonly on?: string })[]
  readonly close: () => Promise<void>
}

const PROTOCOLS: readonly Protocol[] = [
  openAiChat,
  openAiEmbeddings,
  compatibleChat,
  compatibleEmbeddings,
  anthropicMessages,
  googleContent,
  googleEmbeddings,
]

/** Starts the server on a free port of the loopback. */
export async function startProviderServer(): Promise<ProviderServer> {
  const requests: SeenRequest[] = []
  const faults: ProviderServer['faults'] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const path = request.url ?? ''
    requests.push({ path, body, left: untilLeft(response) })
    const next = faults.findIndex(({ on }) => on === undefined || body.includes(on))
    const [fault] = next < 0 ? [] : faults.splice(next, 1)
    if (fault?.kind === 'reset') request.socket.destroy()
    else if (fault?.kind === 'half-body') sendHalf(response)
    else if (fault?.kind !== 'hang') {
      send(response, replyTo({ path, headers: request.headers, body: JSON.parse(body) }, fault))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server has no other kind of address
  return {
    baseUrl: (provider) =>
      `http://127.0.0.1:${port}/${provider}/${provider === 'google' ? 'v1beta' : 'v1'}`,
    requests,
    faults,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Reply = {
  readonly status: number
  readonly body: unknown
  readonly headers?: Record<string, string>
  readonly after?: 'end' | 'cut' | 'stall'
}

function replyTo(call: Call, fault: Fault | undefined): Reply {
  const protocol = PROTOCOLS.find(({ path }) => path.test(call.path))
  if (protocol === undefined) return { status: 404, body: { error: { message: 'no such route' } } }
  if (fault?.kind === 'status') {
    // Real vendors repeat pieces of the request in their messages; so does this one.
    const message = `Failed on ${JSON.stringify(call.body)} with ${KEY}`
    const { status, headers = {} } = fault
    return { status, headers, body: { error: { message, code: 'bad_thing' } } }
  }
  if (!protocol.isKeyRight(call.headers)) return protocol.keyRefusal
  const model = String(protocol.model(call))
  if (model !== MODEL && !PLAIN_MODELS.includes(model)) {
    return { status: 404, body: { error: { message: 'no such model' } } }
  }
  if (!protocol.isWellFormed(call.body, model)) {
    return { status: 400, body: { error: { message: 'bad' } } }
  }
  if (fault?.kind === 'no-tools') {
    const message = 'registry.ollama.ai/library/tiny:1b does not support tools'
    return { status: 400, body: { error: { code: 400, message, type: 'api_error' } } }
  }
  if (fault?.kind === 'refusal') {
    return { status: fault.status, body: { error: { message: fault.message } } }
  }
  if (fault?.kind === 'too-long') return { status: 400, body: protocol.tooLong }
  if (fault?.kind === 'not-json') return { status: 200, body: '<html>Bad gateway</html>' }
  if (fault?.kind === 'vectors') return { status: 200, body: fault.json }
  const isStream = call.body.stream === true || call.path.includes(':streamGenerateContent')
  if (isStream) return streamed(protocol, call, fault)
  if (fault?.kind === 'other-json') return { status: 200, body: { hello: 'world' } }
  const body = protocol.reply(saidBy(fault), call.body)
  return fault?.kind === 'stall'
    ? { status: 200, body: '{"', after: 'stall' }
    : { status: 200, body }
}

function streamed(protocol: Protocol, call: Call, fault: Fault | undefined): Reply {
  const { start = [], end = [] } = protocol.stream?.(saidBy(fault), call.body) ?? {}
  const headers = { 'content-type': 'text/event-stream' }
  const reply = (events: readonly string[], after: 'end' | 'cut' | 'stall' = 'end') => ({
    status: 200,
    headers,
    body: events.join(''),
    after,
  })
  switch (fault?.kind) {
    case 'cut':
    case 'stall':
      return reply(start, fault.kind)
    case 'ends-early':
      return reply(start)
    case 'garbage':
      return reply([...start, 'data: {"brok\n\n', ...end])
    case 'error-event':
      return reply([...start, protocol.errorEvent?.(`Failed on ${call.body} with ${KEY}`) ?? ''])
    case 'other-json':
      return reply(['data: {"hello":"world"}\n\n'])
    default:
      return reply([...start, ...end])
  }
}

/** Text comes in pieces of a word each. */
function saidBy(fault: Fault | undefined): Said {
  const usual = fault?.kind === 'tools' || fault?.kind === 'empty-text' ? '' : USUAL_TEXT
  const text = fault !== undefined && 'text' in fault ? (fault.text ?? '') : usual
  const calls = fault?.kind === 'tools' ? fault.calls : []
  return { pieces: text.match(/\S+\s*|\s+/g) ?? [], calls }
}
const USUAL_TEXT = 'Bob named the thai restaurant [3].'

function send(response: ServerResponse, { status, body, headers = {}, after }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.write(typeof body === 'string' ? body : JSON.stringify(body))
  if (after === 'cut') setImmediate(() => response.destroy())
  else if (after !== 'stall') response.end()
}

function sendHalf(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"cho')
  setImmediate(() => response.destroy())
}

function untilLeft(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.on('close', () => {
      if (!response.writableFinished) resolve()
    })
  })
}
