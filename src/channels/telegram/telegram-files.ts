import type { RawApi } from 'grammy'
import type { Config } from '../../config/config.ts'
import { fetchBytes } from '../../models/providers/fetch-media.ts'
import type { FetchChannelFile } from '../channel.ts'
import { rootOf } from './client.ts'

/** Downloads pictures that were sent to the bot. */
export function telegramFiles(config: Config, telegram: RawApi): FetchChannelFile {
  return async ({ fileId }, limits) => {
    if (fileId === undefined) return null
    const { file_path: path, file_size: size } = await telegram.getFile({ file_id: fileId })
    if (path === undefined || (size ?? 0) > limits.maxBytes) return null
    // The URL holds the token, so it must not enter a log or an error. Its root is the operator's setting.
    const url = `${rootOf(config)}/file/bot${config.EARSHOT_TELEGRAM_TOKEN}/${path}`
    return fetchBytes(url, { ...limits, isRefused: () => false })
  }
}
