import { setTimeout as sleep } from 'node:timers/promises'
import { REST, type RequestData, type RouteLike } from '@discordjs/rest'
import type { z } from 'zod'
import type { Config } from '../../config/config.ts'
import { AppError, codeOf } from '../../domain/errors.ts'
import { classifyDiscordError, isDiscordError } from './classify-error.ts'

/** Discord's HTTP API. What it returns is validated; a call that fails throws what `classifyDiscordError` reads. */
export type DiscordApi = {
  get<T extends z.ZodType>(route: RouteLike, schema: T, options?: CallOptions): Promise<z.output<T>>
  post<T extends z.ZodType>(
    route: RouteLike,
    schema: T,
    options?: CallOptions,
  ): Promise<z.output<T>>
  patch<T extends z.ZodType>(
    route: RouteLike,
    schema: T,
    options?: CallOptions,
  ): Promise<z.output<T>>
  put<T extends z.ZodType>(route: RouteLike, schema: T, options?: CallOptions): Promise<z.output<T>>
}

type CallOptions = Pick<RequestData, 'body' | 'query' | 'signal'>

const TIMEOUT_MS = 15_000
/** Reads wait for a rate limit that ends sooner. */
const MAX_WAIT_MS = 5_000
const MAX_WAITS = 3

/**
 * The client of the bot with this token. What changes something is neither repeated nor delayed, as both are the
 * outbox's; from Discord's headers the client knows which call would exceed a limit, and does not make it.
 */
export function createDiscordApi(config: Config, token: string): DiscordApi {
  const client = new REST({
    api: discordRoot(config),
    version: '10',
    retries: 0,
    timeout: TIMEOUT_MS,
    rejectOnRateLimit: () => true,
    // Its own way to authenticate forgets the token after the first refusal, also one that was a mistake.
    headers: { Authorization: `Bot ${token}` },
  })
  const call =
    (method: 'get' | 'post' | 'patch' | 'put'): DiscordApi['get'] =>
    async (route, schema, options = {}) => {
      const request = () => client[method](route, { ...options, auth: false }).catch(rethrow)
      const body = await (method === 'get' ? waitingOut(request) : request())
      const read = schema.safeParse(body)
      if (read.success) return read.data
      throw new AppError('channel_failed', 'Discord sent a response of another shape.', {
        details: { discord: 'response' },
      })
    }
  return { get: call('get'), post: call('post'), patch: call('patch'), put: call('put') }
}

async function waitingOut<T>(request: () => Promise<T>): Promise<T> {
  for (let waits = 0; ; waits += 1) {
    try {
      return await request()
    } catch (error) {
      const failure = classifyDiscordError(error)
      const ms = failure?.kind === 'limited' ? failure.seconds * 1_000 : Number.POSITIVE_INFINITY
      if (ms > MAX_WAIT_MS || waits === MAX_WAITS) throw error
      await sleep(ms)
    }
  }
}

/** The address of Discord's API, or of a server in its place. */
export function discordRoot({ EARSHOT_DISCORD_API_ROOT: root }: Config): string {
  return root.replace(/\/+$/, '')
}

/** A failure without a response: the connection broke, or its body was not JSON. */
function rethrow(error: unknown): never {
  if (isDiscordError(error)) throw error
  const code = codeWithin(error)
  throw new AppError('channel_failed', 'The connection to Discord broke.', {
    // The error itself is not a cause: it may hold the request, with the message's text.
    details: { discord: 'connection', code },
  })
}

function codeWithin(error: unknown): string {
  return codeOf(error) || (error instanceof Error ? codeWithin(error.cause) : '')
}
