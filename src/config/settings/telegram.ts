import { z } from 'zod'
import {
  DIGEST_USAGE,
  QUIET_USAGE,
  readDigestSchedule,
  readQuietHours,
} from '../../domain/digest/digest-schedule.ts'

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
      'Public URL of this server’s `/telegram/webhook`, to which Telegram posts updates. Unset: the bot polls for updates, which needs no public address.',
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
    .meta({ label: 'Bot names' })
    .describe(
      'Names that mention the bot at the start of a message, besides its @name, separated by commas: `Iris, iris bot`.',
    ),
  EARSHOT_TELEGRAM_MAY_HEAR: list
    .meta({ label: 'Chats to store' })
    .describe(
      'Chats whose messages the bot may store: `all`, or their ids. Messages of other chats are not stored.',
    ),
  EARSHOT_TELEGRAM_MAY_ANSWER_IN: list
    .meta({ label: 'Chats to answer in' })
    .describe('Chats in which the bot may answer: `all`, or their ids or names.'),
  EARSHOT_TELEGRAM_MAY_ANSWER: list
    .meta({ label: 'People to answer' })
    .describe('People the bot may answer: `all`, or their ids or names.'),
  EARSHOT_TELEGRAM_STREAM: z
    .enum(['0', '1'])
    .default('0')
    .meta({ label: 'Stream answers' })
    .describe('`1`: an answer is shown while the model writes it, by editing its message.'),
  EARSHOT_TELEGRAM_DIGEST: z
    .string()
    .default('off')
    .refine((text) => readDigestSchedule(text) !== undefined, `must be ${DIGEST_USAGE}`)
    .meta({ label: 'Digest of groups' })
    .describe(
      `When groups without a schedule of their own (/digest) get a digest of what happened: ${DIGEST_USAGE}. The hour is one of the time zone of the group.`,
    ),
  EARSHOT_TELEGRAM_QUIET_HOURS: z
    .string()
    .default('off')
    .refine((text) => readQuietHours(text) !== undefined, `must be ${QUIET_USAGE}`)
    .meta({ label: 'Quiet hours' })
    .describe(
      `Hours in which no digest is sent, in groups without quiet hours of their own: ${QUIET_USAGE}. A digest waits until they end.`,
    ),
}
