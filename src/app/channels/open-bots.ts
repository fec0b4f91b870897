import type { Channel } from '../../channels/channel.ts'
import { type RunningBot, runBot } from '../../channels/run-bot.ts'
import type { Config } from '../../config/config.ts'
import { readDigestSchedule, readQuietHours } from '../../domain/digest/digest-schedule.ts'
import { DEFAULT_WORKSPACE } from '../../domain/ids.ts'
import type { Earshot } from '../open-earshot.ts'

/** Starts a bot on each channel. */
export function openBots(config: Config, channels: readonly Channel[], earshot: Earshot) {
  const bots = channels.map((channel) => {
    const bot = openBot(config, channel, earshot)
    const { readWebhook } = channel
    if (readWebhook !== null) {
      earshot.useWebhook(channel.name, async (request) => {
        const { events, reply } = readWebhook(request)
        await bot.receive(events)
        return reply
      })
    }
    return bot
  })
  return { stop: () => Promise.all(bots.map((bot) => bot.stop())) }
}

function openBot(config: Config, channel: Channel, earshot: Earshot): RunningBot {
  return runBot({
    channel,
    principal: {
      workspaceId: DEFAULT_WORKSPACE,
      role: 'staff',
      personId: null,
      name: `${channel.name} bot`,
    },
    database: earshot.database,
    engine: earshot.engine,
    memory: earshot.verbs,
    record: earshot.record,
    now: () => new Date(),
    settings: {
      names: config.EARSHOT_BOT_NAMES,
      mayReceiveFrom: config.EARSHOT_BOT_MAY_HEAR,
      mayAnswerIn: config.EARSHOT_BOT_MAY_ANSWER_IN,
      mayAnswer: config.EARSHOT_BOT_MAY_ANSWER,
      isStreaming: config.EARSHOT_BOT_STREAM === '1',
      timeZone: config.EARSHOT_TIME_ZONE,
      digest: readDigestSchedule(config.EARSHOT_BOT_DIGEST) ?? 'off',
      quietHours: readQuietHours(config.EARSHOT_BOT_QUIET_HOURS) ?? 'off',
      budgetTokens: Math.max(0, config.EARSHOT_CONTEXT_TOKENS - config.EARSHOT_SYSTEM_TOKENS),
    },
  })
}
