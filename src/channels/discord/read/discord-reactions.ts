import type { Reaction } from '../../../domain/message.ts'
import type { DiscordMessage } from '../schemas.ts'

/** All reactions that a message has; an emoji of the server by its name. */
export function discordReactions({ reactions }: Pick<DiscordMessage, 'reactions'>): Reaction[] {
  return reactions.flatMap(({ emoji: { id, name }, count }) => {
    if (name === undefined || count === 0) return []
    return [{ emoji: id === undefined ? name : `:${name}:`, count }]
  })
}
