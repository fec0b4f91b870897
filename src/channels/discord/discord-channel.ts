import type { Config } from '../../config/config.ts'
import type { Channel } from '../channel.ts'
import { createDiscordApi, discordRoot } from './discord-api.ts'
import { discordFiles } from './discord-files.ts'
import { openDiscord } from './open-discord.ts'

/** The channel of the bot with this token, by the settings. */
export function discordChannel(config: Config, token: string): Channel {
  const api = createDiscordApi(config, token)
  return openDiscord({
    api,
    token,
    fetchFile: discordFiles(api, discordRoot(config)),
    now: () => new Date(),
  })
}
