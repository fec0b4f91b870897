import { EMPTY_FIELDS } from '../../../domain/message.ts'
import type { ButtonEvent, ChannelEvent, MessageEvent } from '../../channel-event.ts'
import type { StoredDispatch } from '../envelope.ts'
import type { DiscordInteraction } from '../schemas.ts'
import { snowflakeTime } from '../snowflake.ts'
import { discordAuthor, discordChat } from './discord-message.ts'

const COMMAND = 2
const COMPONENT = 3

type Used = StoredDispatch & { readonly kind: 'interaction' }

/** Whether an interaction is a command of the menu. */
export function isMenuCommand({ type }: Pick<DiscordInteraction, 'type'>): boolean {
  return type === COMMAND
}

/** The event that a command of the menu or a pressed button is; null for other interactions. */
export function readInteraction(
  used: Used,
  acknowledge: (interaction: DiscordInteraction) => Promise<void>,
): ChannelEvent | null {
  if (isMenuCommand(used.interaction)) return menuCommand(used)
  return used.interaction.type === COMPONENT ? button(used, acknowledge) : null
}

/** A command of the menu leaves no message at Discord: it is stored as the text that would have been typed. */
function menuCommand({ interaction, place }: Used): MessageEvent | null {
  const { id, data, member, user } = interaction
  const person = member?.user ?? user
  if (person === undefined || data.name === undefined) return null
  const author = discordAuthor(person, member?.nick)
  const words = data.options.map(({ value }) => String(value))
  return {
    kind: 'message',
    delivery: {
      chat: discordChat(place),
      messages: [
        {
          ...EMPTY_FIELDS,
          externalId: id,
          kind: 'system',
          author,
          sentAt: snowflakeTime(id),
          text: [`/${data.name}`, ...words].join(' '),
          topic: place.topic,
        },
      ],
    },
    isEdit: false,
    command: data.name,
    isAddressed: false,
    isOverheard: false,
    // Not the title: the admins of any server may choose it.
    chatNames: [place.chat, place.guild],
    authorNames: [author.externalId, author.username],
    parent: null,
    movedFrom: null,
  }
}

/** The button's data is untrusted; the presser's id comes from Discord. */
function button(
  { interaction, place }: Used,
  acknowledge: (interaction: DiscordInteraction) => Promise<void>,
): ButtonEvent | null {
  const { data, message, member, user } = interaction
  const person = member?.user ?? user
  if (
    data.custom_id === undefined ||
    message === undefined ||
    person === undefined ||
    person.bot === true
  ) {
    return null
  }
  return {
    kind: 'button',
    action: data.custom_id,
    chat: place.chat,
    isGroup: place.guild !== null,
    topic: place.topic,
    messageId: message.id,
    person: person.id,
    acknowledge: () => acknowledge(interaction),
  }
}
