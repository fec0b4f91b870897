import { EMPTY_FIELDS } from '../../../domain/message.ts'
import type { BotNames } from '../../channel.ts'
import type { ChannelEvent } from '../../channel-event.ts'
import { fromPayload, type StoredDispatch } from '../envelope.ts'
import type { DiscordInteraction, DiscordMessage } from '../schemas.ts'
import { discordChat, readDiscordMessage } from './discord-message.ts'
import { discordReactions } from './discord-reactions.ts'
import { readInteraction } from './read-interaction.ts'

/** What reading may ask of Discord. */
export type Asking = {
  fetchMessage(room: string, id: string): Promise<DiscordMessage | null>
  acknowledge(interaction: DiscordInteraction): Promise<void>
}

/** The event that a stored payload is; null where there is nothing to store or to answer. */
export async function readDiscordEvent(
  payload: string,
  names: BotNames,
  asking: Asking,
): Promise<ChannelEvent | null> {
  const stored = fromPayload(payload)
  switch (stored.kind) {
    case 'message':
      return readDiscordMessage(stored, names)
    case 'delete':
      return stored
    case 'reactions': {
      const { chat, room, messageId } = stored
      const message = await asking.fetchMessage(room, messageId)
      if (message === null) return null
      return { kind: 'reactions', chat, messageId, reactions: discordReactions(message) }
    }
    case 'interaction':
      return readInteraction(stored, asking.acknowledge)
    case 'membership':
      return { ...stored, isGroup: true, at: new Date(stored.at) }
    case 'gap':
      return readGap(stored, names)
  }
}

function readGap(gap: StoredDispatch & { readonly kind: 'gap' }, { me }: BotNames): ChannelEvent {
  const { id, place, since, until } = gap
  const note = {
    ...EMPTY_FIELDS,
    externalId: id,
    kind: 'system',
    author: { externalId: me.id, name: me.name, username: me.username, isBot: true },
    sentAt: new Date(until),
    text: `Messages between ${since} and ${until} may be missing: the bot was away.`,
    topic: place.topic,
  } as const
  return {
    kind: 'message',
    delivery: { chat: discordChat(place), messages: [note] },
    isEdit: false,
    command: null,
    isAddressed: false,
    isOverheard: false,
    chatNames: [place.chat],
    authorNames: [me.id],
    parent: null,
    movedFrom: null,
  }
}
