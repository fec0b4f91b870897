import type { Config } from '../../config/config.ts'
import type { Channel } from '../channel.ts'
import { telegramClient } from './client.ts'
import { openTelegram, webhookSecret } from './open-telegram.ts'
import { telegramFiles } from './telegram-files.ts'

/** The channel of the bot with this token, by the settings. */
export function telegramChannel(config: Config, token: string): Channel {
  const telegram = telegramClient(config, token)
  const { EARSHOT_TELEGRAM_WEBHOOK_URL: url } = config
  return openTelegram({
    telegram,
    fetchFile: telegramFiles(config, telegram),
    webhook: url === undefined ? null : { url, secret: webhookSecret(token) },
  })
}
