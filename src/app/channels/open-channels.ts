import type { Channel } from '../../channels/channel.ts'
import type { Config } from '../../config/config.ts'
import { AppError } from '../../domain/errors.ts'

/**
 * The channels that the settings configure, one for each bot. A platform's modules are loaded only where it has a bot:
 * every start would wait for them otherwise.
 */
export async function openChannels(config: Config): Promise<Channel[]> {
  const opened = await Promise.all(Object.values(CHANNELS).map((open) => open(config)))
  return opened.filter((channel) => channel !== null)
}

/** Opens a channel by its name; null where it is not configured. */
export function openChannel(name: ChannelName, config: Config): Promise<Channel | null> {
  return CHANNELS[name](config)
}

export type ChannelName = keyof typeof CHANNELS

type Open = (config: Config) => Promise<Channel | null>

/** Every platform: its name, and how it is opened. */
export const CHANNELS = {
  telegram: async (config) => {
    if (config.EARSHOT_TELEGRAM_TOKEN === undefined) return null
    const { telegramChannel } = await import('../../channels/telegram/telegram-channel.ts')
    return telegramChannel(config, config.EARSHOT_TELEGRAM_TOKEN)
  },
  discord: async (config) => {
    if (config.EARSHOT_DISCORD_TOKEN === undefined) return null
    const { discordChannel } = await import('../../channels/discord/discord-channel.ts')
    return discordChannel(config, config.EARSHOT_DISCORD_TOKEN)
  },
  matrix: async (config) => {
    const { EARSHOT_MATRIX_HOMESERVER: homeserver, EARSHOT_MATRIX_TOKEN: token } = config
    if (homeserver === undefined && token === undefined) return null
    if (homeserver === undefined) {
      throw half('EARSHOT_MATRIX_TOKEN', 'EARSHOT_MATRIX_HOMESERVER', 'matrix')
    }
    if (token === undefined) {
      throw half('EARSHOT_MATRIX_HOMESERVER', 'EARSHOT_MATRIX_TOKEN', 'matrix')
    }
    const { matrixChannel } = await import('../../channels/matrix/matrix-channel.ts')
    return matrixChannel(config, { homeserver, token })
  },
  slack: async (config) => {
    if (config.EARSHOT_SLACK_TOKEN === undefined) {
      if (config.EARSHOT_SLACK_APP_TOKEN === undefined) return null
      throw half('EARSHOT_SLACK_APP_TOKEN', 'EARSHOT_SLACK_TOKEN', 'slack')
    }
    const { slackChannel } = await import('../../channels/slack/slack-channel.ts')
    return slackChannel(config, config.EARSHOT_SLACK_TOKEN)
  },
} satisfies Record<string, Open>

function half(set: string, missing: string, channel: string): AppError {
  return new AppError(
    'bad_config',
    `${set} is set, but ${missing} is not. Set both, or neither; see docs/channels/${channel}.md.`,
  )
}
