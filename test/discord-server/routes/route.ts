import type { DiscordWorld } from '../discord-world.ts'
import type { WireMessage } from '../wire.ts'

/** What the server remembers of what the bot did. */
export type DiscordRecords = {
  readonly typing: string[]
  commands: readonly Readonly<Record<string, unknown>>[]
  /** Responses to interactions, by the interaction's id. */
  readonly responses: Map<string, Readonly<Record<string, unknown>>>
  /** Interactions by id, with their tokens. */
  readonly interactions: Map<string, { readonly token: string; readonly at: number }>
  /** Messages that no session was there for; until the bot has read them. */
  readonly unread: Set<string>
  /**
   * Private messages that were written before the bot ever connected. Discord tells a bot nothing of those; here they
   * are sent with its first session, as if people had waited for it.
   */
  readonly early: Set<string>
}

export type RouteDeps = {
  readonly world: DiscordWorld
  readonly records: DiscordRecords
  readonly violations: string[]
  readonly gatewayUrl: () => string
  readonly shards: () => number
  readonly mayReadContent: () => boolean
  /** Sends an event to the bot's sessions. */
  readonly dispatch: (name: string, data: unknown, guildId?: string) => void
  /** A message as the bot may see it. */
  readonly shown: (message: WireMessage) => unknown
}

export type RouteCall = {
  readonly ids: readonly string[]
  readonly body: unknown
  readonly query: URLSearchParams
}

/** An endpoint. What `run` returns is the response; nothing is 204. It throws a refusal. */
export type Route = {
  readonly name: string
  readonly method: string
  readonly pattern: RegExp
  readonly needsToken: boolean
  readonly run: (call: RouteCall, deps: RouteDeps) => unknown
}

/** An endpoint by its name: `GET /channels/:id/messages`. */
export function defineDiscordRoute(
  name: string,
  run: Route['run'],
  { needsToken = true }: { readonly needsToken?: boolean } = {},
): Route {
  const [method = '', path = ''] = name.split(' ')
  const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '([^/]+)')}$`)
  return { name, method, pattern, needsToken, run }
}
