import type { ExternalReplyInfo, Message } from 'grammy/types'
import { chatName, personName } from './author-of.ts'
import { messageText } from './words-of.ts'

/** The content fields that a message and Telegram's info about a message of another chat share. */
type Content = Omit<ExternalReplyInfo, 'origin' | 'chat' | 'message_id'>

/** The text of a message; for content without text, a line in brackets that names its kind. */
export function contentText(message: Message): string {
  const { text } = messageText(message)
  return text === '' ? (describe(message) ?? '') : text
}

/**
 * The short form of a message where it is only referred to: its text, or its kind, "[photo]"; null if it
 * holds no content.
 */
export function placeholder(content: Content): string | null {
  const described = describe(content)
  const medium = MEDIA.find((kind) => content[kind] !== undefined)
  if (described !== null || medium === undefined) return described
  const name = medium === 'document' ? content.document?.file_name : undefined
  return `[${medium.replace('_', ' ')}${name === undefined ? '' : ` ${name}`}]`
}

const MEDIA = [
  ...(['animation', 'photo', 'live_photo', 'video', 'audio', 'voice', 'video_note'] as const),
  'document',
] as const

function describe(content: Content): string | null {
  const { sticker, poll, checklist, story, dice, paid_media } = content
  if (sticker) return sticker.emoji === undefined ? '[sticker]' : `[sticker ${sticker.emoji}]`
  if (poll) return list('poll', poll.question, poll.options)
  if (checklist) return list('checklist', checklist.title, checklist.tasks)
  if (story) return `[story of ${chatName(story.chat)}]`
  if (dice) return `[dice ${dice.emoji} ${dice.value}]`
  if (paid_media) return `[media for ${paid_media.star_count} stars]`
  return describePlace(content) ?? describeOffer(content)
}

function describePlace({ contact, venue, location }: Content): string | null {
  if (contact) return `[contact] ${personName(contact)}, ${contact.phone_number}`
  // A venue has a location too.
  if (venue) return `[venue] ${venue.title}, ${venue.address}`
  if (!location) return null
  const kind = location.live_period === undefined ? 'location' : 'live location'
  return `[${kind}] ${location.latitude}, ${location.longitude}`
}

function describeOffer({ game, invoice, giveaway, giveaway_winners }: Content): string | null {
  if (game) return `[game] ${game.title}: ${game.description}`
  if (invoice) return `[invoice] ${invoice.title}: ${invoice.description}`
  if (giveaway) {
    const { prize_description: prize, winner_count: count } = giveaway
    return `[giveaway] ${count} to win${prize === undefined ? '' : ` ${prize}`}`
  }
  if (!giveaway_winners) return null
  return `[giveaway winners] ${giveaway_winners.winners.map(personName).join(', ')}`
}

function list(kind: string, title: string, items: readonly { readonly text: string }[]): string {
  return `[${kind}] ${title}: ${items.map(({ text }) => text).join(' / ')}`
}
