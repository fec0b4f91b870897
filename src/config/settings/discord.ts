import { z } from 'zod'

/** The settings of the Discord bot. */
export const discordSettings = {
  EARSHOT_DISCORD_TOKEN: z
    .string()
    .regex(/^[\w-]{20,}\.[\w-]{5,}\.[\w-]{20,}$/, 'must be a bot token of the Developer Portal')
    .optional()
    .meta({ secret: true, label: 'Discord bot token' })
    .describe('Token of the Discord bot, from the Developer Portal; unset: no bot.'),
  EARSHOT_DISCORD_API_ROOT: z
    .url({ protocol: /^https?$/ })
    .default('https://discord.com/api')
    .meta({ label: 'Discord API base URL' })
    .describe('Base URL of Discord’s API; change it to use a proxy of your own.'),
}
