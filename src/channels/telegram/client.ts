import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { Api } from 'grammy'
import type { Config } from '../../config/config.ts'

/** Longer than Telegram's long polling waits for updates. */
const TIMEOUT_SECONDS = 45

/** grammY's client for the bot with this token. */
export function telegramClient(config: Config, token: string): Api['raw'] {
  const apiRoot = rootOf(config)
  // A new connection for each call: on a reused connection that the server has just closed, a message
  // would look lost although it was never sent.
  const agent = new (apiRoot.startsWith('https:') ? HttpsAgent : HttpAgent)({ keepAlive: false })
  const client = { apiRoot, timeoutSeconds: TIMEOUT_SECONDS, baseFetchConfig: { agent } }
  return new Api(token, client).raw
}

/** The address of Telegram, or of a server in its place. */
export function rootOf({ EARSHOT_TELEGRAM_API_ROOT: root }: Config): string {
  return root.replace(/\/+$/, '')
}
