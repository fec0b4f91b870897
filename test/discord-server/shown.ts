import type { DiscordWorld } from './discord-world.ts'
import type { WireMessage } from './wire.ts'

/** A message without what Discord hides from a bot that may not read messages: it sees its own, private ones, mentions. */
export function hideContent(data: unknown, { bot }: DiscordWorld): unknown {
  if (!isGroupMessage(data)) return data
  const isFor = data.author.id === bot.id || data.mentions.some(({ id }) => id === bot.id)
  if (isFor) return data
  const { poll: _, ...rest } = data
  return { ...rest, content: '', embeds: [], attachments: [], components: [] }
}

function isGroupMessage(data: unknown): data is WireMessage {
  return typeof data === 'object' && data !== null && 'author' in data && 'guild_id' in data
}
