import { z } from 'zod'

/** The settings of the Telegram bot. */
export const telegramSettings = {
  EARSHOT_TELEGRAM_TOKEN: z
    .string()
    .regex(/^\d+:[\w-]{20,}$/, 'must be a token as @BotFather gives it, such as 123456:ABC…')
    .optional()
    .meta({ secret: true, label: 'Telegram bot token' })
    .describe('Token of the Telegram bot, from @BotFather; unset: no bot.'),
  EARSHOT_TELEGRAM_API_ROOT: z
    .url({ protocol: /^https?$/ })
    .default('https://api.telegram.org')
    .meta({ label: 'Bot API base URL' })
    .describe('Base URL of the Bot API; change it to use a Bot API server of your own.'),
  EARSHOT_TELEGRAM_WEBHOOK_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({ label: 'Webhook URL' })
    .describe(
      'Public URL of this server’s `/webhooks/telegram`, to which Telegram posts updates. Unset: the bot polls for updates, which needs no public address.',
    ),
}
