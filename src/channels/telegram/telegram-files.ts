import type { Config } from '../../config/config.ts'
import type { FetchMedia } from '../../engine/receive/attach-media.ts'
import { fetchBytes } from '../../models/providers/fetch-media.ts'

/** Downloads pictures that were sent to the bot; null where no token is set. */
export function telegramFiles(config: Config): FetchMedia | null {
  if (config.EARSHOT_TELEGRAM_TOKEN === undefined) return null
  return async ({ fileId }, _chat, limits) => {
    // grammY is loaded where there is a bot; every start would wait for it otherwise.
    const { rootOf, telegramClient } = await import('./client.ts')
    const telegram = telegramClient(config)
    if (telegram === null || fileId === undefined) return null
    const { file_path: path, file_size: size } = await telegram.getFile({ file_id: fileId })
    if (path === undefined || (size ?? 0) > limits.maxBytes) return null
    // The URL holds the token, so it must not enter a log or an error. Its root is the operator's setting.
    const url = `${rootOf(config)}/file/bot${config.EARSHOT_TELEGRAM_TOKEN}/${path}`
    return fetchBytes(url, { ...limits, isRefused: () => false })
  }
}
