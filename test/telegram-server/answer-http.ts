import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Records } from './method.ts'
import { readParameters } from './parameters.ts'
import { Refusal } from './refusal.ts'
import { type Call, type CallDeps, type Reply, replyOf, serveCall } from './serve-call.ts'
import type { World } from './world.ts'

export type HttpDeps = CallDeps & {
  readonly world: World
  readonly records: Records
  /** The token that is good at the moment. */
  readonly token: () => string
  /** Every call, oldest first. */
  readonly calls: Call[]
  /** Told when a call came in and when it was answered. */
  readonly changed: () => void
}

/** Answers one HTTP request: a call of the bot, or the download of a file. */
export async function answerHttp(
  request: IncomingMessage,
  response: ServerResponse,
  deps: HttpDeps,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  const [, file, token = '', name = ''] = /^\/(file\/)?bot([^/]+)\/(.+)$/.exec(url.pathname) ?? []
  if (!/^\d+:[\w-]+$/.test(token)) return send(response, replyOf(new Refusal(404, 'Not Found')))
  if (token !== deps.token()) return send(response, replyOf(new Refusal(401, 'Unauthorized')))
  if (file) return sendFile(response, deps.world, decodeURIComponent(name))
  const gone = new AbortController()
  response.on('close', () => gone.abort())
  const reply = await answerCall(request, url, name, gone.signal, deps)
  if (reply === 'cut') request.socket.destroy()
  else send(response, reply)
}

async function answerCall(
  request: IncomingMessage,
  url: URL,
  method: string,
  gone: AbortSignal,
  deps: HttpDeps,
): Promise<Reply> {
  const { world, records, calls, changed } = deps
  const parameters = await readParameters(request, url).catch((error: Error) => error)
  if (parameters instanceof Refusal) return replyOf(parameters)
  // The caller went away in the middle of its request: nobody is left to be answered.
  if (parameters instanceof Error) return 'cut'
  const chatId = Number(parameters.values.chat_id)
  const call: Call = {
    method,
    parameters: parameters.values,
    chatId: Number.isInteger(chatId) ? chatId : null,
    at: world.now(),
    status: null,
    description: null,
  }
  calls.push(call)
  changed()
  const reply = await serveCall(call, { world, records, parameters, gone }, deps)
  call.status = reply === 'cut' ? 'cut' : reply.status
  call.description = descriptionOf(reply)
  changed()
  return reply
}

function descriptionOf(reply: Reply): string | null {
  if (reply === 'cut' || typeof reply.body !== 'object' || reply.body === null) return null
  return 'description' in reply.body ? String(reply.body.description) : null
}

function send(response: ServerResponse, { status, body }: Exclude<Reply, 'cut'>): void {
  const isPage = typeof body === 'string'
  response.writeHead(status, { 'Content-Type': isPage ? 'text/html' : 'application/json' })
  response.end(isPage ? body : JSON.stringify(body))
}

function sendFile(response: ServerResponse, world: World, path: string): void {
  const file = [...world.files.values()].find((stored) => stored.path === path)
  if (file) {
    response.writeHead(200, { 'Content-Type': 'application/octet-stream' }).end(file.bytes)
  } else send(response, replyOf(new Refusal(404, 'Not Found')))
}
