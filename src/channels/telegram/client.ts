import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { Api } from 'grammy'
import type { Config } from '../../config/config.ts'
import type { FetchMedia } from '../../engine/receive/attach-media.ts'
import { fetchBytes } from '../../models/providers/fetch-media.ts'

/** Longer than Telegram's long polling waits for updates. */
const TIMEOUT_SECONDS = 45

/** grammY's client for the bot of the settings; null where no token is set. */
export function telegramClient(config: Config): Api['raw'] | null {
  const { EARSHOT_TELEGRAM_TOKEN: token } = config
  if (token === undefined) return null
  const apiRoot = rootOf(config)
  // A new connection for each call: on a reused connection that the server has just closed, a message
  // would look lost although it was never sent.
  const agent = new (apiRoot.startsWith('https:') ? HttpsAgent : HttpAgent)({ keepAlive: false })
  const client = { apiRoot, timeoutSeconds: TIMEOUT_SECONDS, baseFetchConfig: { agent } }
  return new Api(token, client).raw
}

/** Downloads pictures that were sent to the bot; null where no token is set. */
export function telegramFiles(config: Config): FetchMedia | null {
  const telegram = telegramClient(config)
  if (telegram === null) return null
  return async ({ fileId }, _chat, limits) => {
    if (fileId === undefined) return null
    const { file_path: path, file_size: size } = await telegram.getFile({ file_id: fileId })
    if (path === undefined || (size ?? 0) > limits.maxBytes) return null
    // The URL holds the token, so it must not enter a log or an error. Its root is the operator's setting.
    const url = `${rootOf(config)}/file/bot${config.EARSHOT_TELEGRAM_TOKEN}/${path}`
    return fetchBytes(url, { ...limits, isRefused: () => false })
  }
}

function rootOf({ EARSHOT_TELEGRAM_API_ROOT: root }: Config): string {
  return root.replace(/\/+$/, '')
}
