import type { Author, Delivery, IncomingMessage, Snapshot } from '../../../domain/message.ts'
import { EMPTY_FIELDS } from '../../../domain/message.ts'
import { nameEnd } from '../../bot-name.ts'
import type { BotNames } from '../../channel.ts'
import type { MessageEvent } from '../../channel-event.ts'
import { isCommandOfOurs } from '../../commands/commands.ts'
import type { StoredDispatch } from '../envelope.ts'
import { type DiscordPlace, discordLinks } from '../place.ts'
import type { DiscordMessage, DiscordUser, ReferencedMessage } from '../schemas.ts'
import { discordMedia } from './discord-media.ts'
import { discordReactions } from './discord-reactions.ts'
import { discordExcerpt, discordText } from './discord-text.ts'
import { readMarkup } from './message-markup.ts'
import { isThreadStarter, noticeText } from './notice-text.ts'

const FORWARD = 1

type Sent = StoredDispatch & { readonly kind: 'message' }

/**
 * The event that a message is; null for one without any content: without the permission to read messages, Discord leaves
 * out what is not addressed to the bot.
 */
export function readDiscordMessage(sent: Sent, { me, names }: BotNames): MessageEvent | null {
  const { message, place, isEdit, isLate } = sent
  if (isThreadStarter(message)) return null
  const notice = noticeText(message)
  const text = notice ?? textOf(sent, me)
  const media = discordMedia(message)
  if (text === '' && media.length === 0) return null
  const author = authorOf(message)
  const typed = author.isBot || isForward(message) || notice !== null ? null : commandIn(text)
  const command = isLate ? null : typed
  const isAddressed =
    !isLate && typed === null && notice === null && callsBot(sent, author, { me, names })
  return {
    kind: 'message',
    delivery: {
      chat: discordChat(place),
      messages: [
        {
          ...EMPTY_FIELDS,
          externalId: message.id,
          kind: notice !== null || typed !== null ? 'system' : 'message',
          author,
          sentAt: new Date(message.timestamp),
          text,
          ...parentOf(sent, me),
          topic: place.topic,
          media,
          reactions: discordReactions(message),
          editedAt:
            message.edited_timestamp === undefined ? null : new Date(message.edited_timestamp),
        },
      ],
    },
    isEdit,
    command,
    isAddressed,
    isOverheard: isProof(sent, { author, notice, me }),
    // Not the title: the admins of any server may choose it.
    chatNames: [place.chat, place.guild],
    authorNames: [author.externalId, author.username],
    parent: parentInfo(message, me.id),
    movedFrom: null,
  }
}

/** A private chat has no title: the person's name is stored with the person, and forgotten with them. */
export function discordChat(place: DiscordPlace): Delivery['chat'] {
  return {
    channel: 'discord',
    externalId: place.chat,
    kind: place.guild === null ? 'private' : 'group',
    title: place.title,
    links: discordLinks(place),
  }
}

/** A person by the name that the server knows them by. */
export function discordAuthor(user: DiscordUser, nick: string | undefined): Author {
  const { id, username, global_name: name, bot } = user
  return { externalId: id, name: nick ?? name ?? username, username, isBot: bot === true }
}

/** The command at the start of a text, if it is one of the bot's: to Discord it is a text as any other. */
function commandIn(text: string): string | null {
  const name = /^\/([a-z_]{1,32})(?=\s|$)/.exec(text)?.[1]
  return name !== undefined && isCommandOfOurs(name) ? name : null
}

function textOf({ message, names }: Sent, me: BotNames['me']): string {
  const own = discordText(message, names, me)
  // A forwarded message has no text of its own.
  const copies = message.message_snapshots.map((one) => discordExcerpt(one.message, names, me))
  const passedOn = isForward(message) ? copies.filter((copy) => copy !== null) : []
  return [own, ...passedOn].filter((part) => part !== '').join('\n')
}

/** A webhook's messages are a program's, though they may look like a person's. */
function authorOf({ author, member, webhook_id }: DiscordMessage): Author {
  const known = discordAuthor(author, member?.nick)
  return webhook_id === undefined ? known : { ...known, isBot: true }
}

function isForward({ message_reference: reference }: DiscordMessage): boolean {
  return reference?.type === FORWARD
}

/**
 * Whether a message calls the bot. What was forwarded was written to others; bots are ignored, as bots that answer each
 * other never stop.
 */
function callsBot(
  { message, place, names: mentioned }: Sent,
  { isBot }: Author,
  { me, names }: BotNames,
): boolean {
  if (isBot || isForward(message)) return false
  if (place.guild === null) return true
  const { text, mentionsBot, startsInCode } = readMarkup(message, mentioned, me)
  if (mentionsBot) return true
  const parent = message.referenced_message
  if (parent?.author.id === me.id && noticeText(parent) === null) return true
  return !startsInCode && nameEnd(text, names) !== null
}

/** True for a message that Discord would have sent without its content, had the bot no permission to read it. */
function isProof(
  { message, place }: Sent,
  { author, notice, me }: { author: Author; notice: string | null; me: BotNames['me'] },
): boolean {
  const isForBot = message.mentions.some(({ id }) => id === me.id)
  const isGroup = place.guild !== null
  return isGroup && notice === null && !isForBot && author.externalId !== me.id
}

function parentOf(
  { message, names }: Sent,
  me: BotNames['me'],
): Pick<IncomingMessage, 'replyTo' | 'contextSnapshot'> {
  const { message_reference: reference, referenced_message: parent } = message
  const isReply = !isForward(message) && noticeText(message) === null
  if (!isReply || reference?.message_id === undefined) {
    return { replyTo: null, contextSnapshot: null }
  }
  const isHere = reference.channel_id === undefined || reference.channel_id === message.channel_id
  return {
    replyTo: isHere ? reference.message_id : null,
    contextSnapshot: parent === undefined ? null : snapshotOf(parent, names, me),
  }
}

function snapshotOf(
  parent: ReferencedMessage,
  names: Sent['names'],
  me: BotNames['me'],
): Snapshot | null {
  const text = noticeText(parent) ?? discordExcerpt(parent, names, me)
  if (text === null || text === '') return null
  const { name, externalId } = discordAuthor(parent.author, undefined)
  return { text, author: name, authorId: externalId, sentAt: new Date(parent.timestamp) }
}

function parentInfo(message: DiscordMessage, me: string): MessageEvent['parent'] {
  const { message_reference: reference, referenced_message: parent } = message
  if (isForward(message) || reference?.message_id === undefined) return null
  return { messageId: reference.message_id, isOwn: parent?.author.id === me, album: null }
}
