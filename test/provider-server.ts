import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/* A server that speaks the four providers' protocols over real HTTP, strictly: a wrong key, model,
 * header or body is refused the way the vendor refuses it. Faults are queued and used up one a
 * request, so that "fails twice, then answers" is a list. Ours and not a package, since the faults
 * are what is tested. */

export const KEY = 'sk-test-key-1234567890'
export const MODEL = 'test-model'

export type Fault =
  | { readonly kind: 'status'; readonly status: number; readonly headers?: Record<string, string> }
  | { readonly kind: 'hang' | 'reset' | 'half-body' | 'empty-text' | 'not-json' | 'other-json' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'vectors'; readonly json: string }

export type SeenRequest = { readonly path: string; readonly body: string }

export type ProviderServer = {
  /** Base URL of one provider, as a setting would give it. */
  readonly baseUrl: (provider: 'google' | 'openai' | 'anthropic' | 'compatible') => string
  readonly requests: SeenRequest[]
  /** Used up in order, one a request; then the server is well again. */
  readonly faults: Fault[]
  readonly close: () => Promise<void>
}

type Call = {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Body
}
type Body = Record<string, unknown>
type Protocol = {
  readonly path: RegExp
  readonly isKeyRight: (headers: IncomingMessage['headers']) => boolean
  readonly keyRefusal: { readonly status: number; readonly body: unknown }
  readonly model: (call: Call) => unknown
  readonly isWellFormed: (body: Body) => boolean
  readonly reply: (text: string, body: Body) => unknown
}

const VECTOR = [3, 4, 0, 0]
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const isBearer = (headers: IncomingMessage['headers']) => headers.authorization === `Bearer ${KEY}`
const openAiRefusal = {
  status: 401,
  body: { error: { message: `Incorrect API key provided: ${KEY}`, type: 'invalid_request_error' } },
}

const chat: Omit<Protocol, 'path' | 'isKeyRight'> = {
  keyRefusal: openAiRefusal,
  model: ({ body }) => body.model,
  isWellFormed: ({ messages, stream }) => list(messages).length > 0 && stream !== true,
  reply: (text) => ({
    id: 'chat-1',
    object: 'chat.completion',
    created: 1,
    model: MODEL,
    choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
  }),
}
const embeddings: Omit<Protocol, 'path' | 'isKeyRight'> = {
  keyRefusal: openAiRefusal,
  model: ({ body }) => body.model,
  isWellFormed: ({ input }) => list(input).length > 0 && list(input).every((text) => text !== ''),
  reply: (_, { input }) => ({
    object: 'list',
    data: list(input).map((__, index) => ({ object: 'embedding', index, embedding: VECTOR })),
    model: MODEL,
    usage: { prompt_tokens: 3, total_tokens: 3 },
  }),
}
const google: Omit<Protocol, 'path' | 'isWellFormed' | 'reply'> = {
  isKeyRight: (headers) => headers['x-goog-api-key'] === KEY,
  keyRefusal: {
    status: 400,
    body: {
      error: {
        code: 400,
        message: 'API key not valid. Please pass a valid API key.',
        status: 'INVALID_ARGUMENT',
        details: [{ reason: 'API_KEY_INVALID' }],
      },
    },
  },
  model: ({ path }) => /models\/([^:]+):/.exec(path)?.[1],
}

const PROTOCOLS: readonly Protocol[] = [
  { ...chat, path: /^\/openai\/v1\/chat\/completions$/, isKeyRight: isBearer },
  { ...embeddings, path: /^\/openai\/v1\/embeddings$/, isKeyRight: isBearer },
  // A local server that wants no key must not be sent an empty one.
  {
    ...chat,
    path: /^\/compatible\/v1\/chat\/completions$/,
    isKeyRight: (headers) => headers.authorization === undefined || isBearer(headers),
  },
  { ...embeddings, path: /^\/compatible\/v1\/embeddings$/, isKeyRight: () => true },
  {
    path: /^\/anthropic\/v1\/messages$/,
    isKeyRight: (headers) => headers['x-api-key'] === KEY,
    keyRefusal: {
      status: 401,
      body: { type: 'error', error: { type: 'authentication_error', message: KEY } },
    },
    model: ({ body }) => body.model,
    isWellFormed: ({ messages, max_tokens }) => list(messages).length > 0 && Number(max_tokens) > 0,
    reply: (text) => ({
      id: 'msg-1',
      type: 'message',
      role: 'assistant',
      model: MODEL,
      content: [{ type: 'text', text }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 11, output_tokens: 7 },
    }),
  },
  {
    ...google,
    path: /^\/google\/v1beta\/models\/[^:]+:generateContent$/,
    isWellFormed: ({ contents }) => list(contents).length > 0,
    reply: (text) => ({
      candidates: [
        { content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP', index: 0 },
      ],
      usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 7, totalTokenCount: 18 },
    }),
  },
  {
    ...google,
    path: /^\/google\/v1beta\/models\/[^:]+:(embedContent|batchEmbedContents)$/,
    isWellFormed: ({ requests, content }) => list(requests).length > 0 || content !== undefined,
    reply: (_, { requests }) =>
      requests === undefined
        ? { embedding: { values: VECTOR } }
        : { embeddings: list(requests).map(() => ({ values: VECTOR })) },
  },
]

type Reply = {
  readonly status: number
  readonly body: unknown
  readonly headers?: Record<string, string>
}

/** Starts the server on a free port of the loopback. */
export async function startProviderServer(): Promise<ProviderServer> {
  const requests: SeenRequest[] = []
  const faults: Fault[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const path = request.url ?? ''
    requests.push({ path, body })
    const fault = faults.shift()
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
  if (protocol.model(call) !== MODEL) {
    return { status: 404, body: { error: { message: 'no such model' } } }
  }
  if (!protocol.isWellFormed(call.body)) return { status: 400, body: { error: { message: 'bad' } } }
  if (fault?.kind === 'not-json') return { status: 200, body: '<html>Bad gateway</html>' }
  if (fault?.kind === 'other-json') return { status: 200, body: { hello: 'world' } }
  if (fault?.kind === 'vectors') return { status: 200, body: fault.json }
  return { status: 200, body: protocol.reply(replyText(fault), call.body) }
}

function replyText(fault: Fault | undefined): string {
  if (fault?.kind === 'empty-text') return ''
  return fault?.kind === 'text' ? fault.text : 'Bob named the thai restaurant [3].'
}

function send(response: ServerResponse, { status, body, headers = {} }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

function sendHalf(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"cho')
  setImmediate(() => response.destroy())
}
