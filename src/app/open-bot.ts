import { telegramClient } from '../channels/telegram/client.ts'
import { readUpdate } from '../channels/telegram/receive/save-updates.ts'
import {
  type BotOptions,
  type RunningBot,
  runBot,
  webhookSecret,
} from '../channels/telegram/run-bot.ts'
import type { Config } from '../config/config.ts'
import { readDigestSchedule, readQuietHours } from '../domain/digest/digest-schedule.ts'
import { DEFAULT_WORKSPACE } from '../domain/ids.ts'
import type { Earshot } from './open-earshot.ts'

/** Starts the Telegram bot; null where no token is set. */
export function openBot(config: Config, earshot: Earshot): RunningBot | null {
  const options = botOptions(config, earshot)
  if (options === null) return null
  const bot = runBot(options)
  if (options.webhook !== null) {
    const { secret } = options.webhook
    earshot.useWebhook({ secret, receive: (body) => bot.receive(readUpdate(body)) })
  }
  return bot
}

function botOptions(config: Config, earshot: Earshot): BotOptions | null {
  const telegram = telegramClient(config)
  const { EARSHOT_TELEGRAM_TOKEN: token, EARSHOT_TELEGRAM_WEBHOOK_URL: url } = config
  if (telegram === null || token === undefined) return null
  return {
    telegram,
    bot: token.split(':')[0] ?? '',
    principal: {
      workspaceId: DEFAULT_WORKSPACE,
      role: 'staff',
      personId: null,
      name: 'telegram bot',
    },
    database: earshot.database,
    engine: earshot.engine,
    memory: earshot.verbs,
    record: earshot.record,
    now: () => new Date(),
    settings: {
      names: config.EARSHOT_TELEGRAM_NAMES,
      mayReceiveFrom: config.EARSHOT_TELEGRAM_MAY_HEAR,
      mayAnswerIn: config.EARSHOT_TELEGRAM_MAY_ANSWER_IN,
      mayAnswer: config.EARSHOT_TELEGRAM_MAY_ANSWER,
      isStreaming: config.EARSHOT_TELEGRAM_STREAM === '1',
      timeZone: config.EARSHOT_TIME_ZONE,
      digest: readDigestSchedule(config.EARSHOT_TELEGRAM_DIGEST) ?? 'off',
      quietHours: readQuietHours(config.EARSHOT_TELEGRAM_QUIET_HOURS) ?? 'off',
      budgetTokens: Math.max(0, config.EARSHOT_CONTEXT_TOKENS - config.EARSHOT_SYSTEM_TOKENS),
    },
    webhook: url === undefined ? null : { url, secret: webhookSecret(token) },
  }
}
