import { z } from 'zod'

const list = z
  .string()
  .default('all')
  .transform((text) => {
    const names = text
      .split(/[\s,]+/)
      .map((name) => name.replace(/^@/, '').toLowerCase())
      .filter((name) => name !== '')
    return names.length === 0 || names.includes('all') ? ('all' as const) : new Set(names)
  })

/** The settings of the Telegram bot. */
export const telegramSettings = {
  EARSHOT_TELEGRAM_TOKEN: z
    .string()
    .regex(/^\d+:[\w-]{20,}$/, 'must be a token as @BotFather gives it, such as 123456:ABC…')
    .optional()
    .meta({ secret: true })
    .describe('Token of the Telegram bot, from @BotFather; absent means there is no bot.'),
  EARSHOT_TELEGRAM_API_ROOT: z
    .url({ protocol: /^https?$/ })
    .default('https://api.telegram.org')
    .describe('Where the Bot API is reached; for a Bot API server of your own.'),
  EARSHOT_TELEGRAM_WEBHOOK_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'The public address of this server’s `/telegram/webhook`: Telegram posts updates there. Absent means the bot asks for them, which needs no public address.',
    ),
  EARSHOT_TELEGRAM_NAMES: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    )
    .describe(
      'Names the bot is called by at the start of a message, beside its @name: `Iris, iris bot`.',
    ),
  EARSHOT_TELEGRAM_MAY_HEAR: list.describe(
    'Chats the bot may listen to: `all`, or their ids. What is said in others is not kept.',
  ),
  EARSHOT_TELEGRAM_MAY_ANSWER_IN: list.describe(
    'Chats in which the bot may answer: `all`, or their ids or names.',
  ),
  EARSHOT_TELEGRAM_MAY_ANSWER: list.describe(
    'People whom the bot may answer: `all`, or their ids or names.',
  ),
  EARSHOT_TELEGRAM_STREAM: z
    .enum(['0', '1'])
    .default('0')
    .describe('`1`: an answer is shown while it is written, by editing its message.'),
}
