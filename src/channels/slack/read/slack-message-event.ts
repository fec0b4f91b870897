import { EMPTY_FIELDS, type IncomingMessage, type Snapshot } from '../../../domain/message.ts'
import { asFields, type Fields, fieldText, listOf } from '../../../text/fields.ts'
import {
  isWritten,
  slackMedia,
  slackMoment,
  slackReactions,
} from '../../../text/slack/slack-entry.ts'
import { nameEnd } from '../../bot-name.ts'
import type { BotNames } from '../../channel.ts'
import type { MessageEvent } from '../../channel-event.ts'
import { isCommandOfOurs } from '../../commands/commands.ts'
import { type SlackAccount, slackLinks } from '../slack-account.ts'
import type { SlackDirectory } from '../slack-directory.ts'
import { isDirect } from '../slack-ids.ts'
import { isOwnMessage, slackAuthor } from './slack-author.ts'
import { afterMention, mentionsUser, readableText } from './slack-words.ts'

export type SlackReader = {
  readonly account: SlackAccount
  readonly directory: SlackDirectory
  readonly names: BotNames
  /** The first message of a thread; null if Slack does not show it now. */
  readonly findThreadStart: (chat: string, ts: string) => Promise<Fields | null>
}

/** Limit of the raw message that is stored. */
const MAX_RAW_BYTES = 65_536
/** Slack's own notes that people do not see as messages. */
const NO_MESSAGE = new Set(['assistant_app_thread', 'ekm_access_denied', 'tombstone'])

/** Reads a message; null for one of the bot itself, and for one that is none to people. */
export async function readSlackMessage(
  message: Fields,
  chat: string,
  reader: SlackReader,
): Promise<MessageEvent | null> {
  const { account, directory, names } = reader
  const id = fieldText(message.ts)
  const sentAt = slackMoment(id)
  const isNote = NO_MESSAGE.has(fieldText(message.subtype) ?? '')
  if (id === null || sentAt === null || isNote || isOwnMessage(message, account)) return null
  const author = await slackAuthor(message, directory)
  if (author === null) return null
  const media = slackMedia(message)
  const text = await readableText(message, directory, names.me)
  if (text === '' && media.length === 0) return null
  const thread = fieldText(message.thread_ts)
  const topic = thread === id ? null : thread
  const isGroup = !isDirect(chat)
  const command = author.isBot || !isWritten(message) ? null : typedCommand(message, isGroup, names)
  const { name: title } = isGroup ? await directory.conversation(chat) : { name: null }
  const isAddressed =
    command === null &&
    !author.isBot &&
    isWritten(message) &&
    !isOnlyShared(message) &&
    (!isGroup || isCalled(message, text, names))
  const stored: IncomingMessage = {
    ...EMPTY_FIELDS,
    externalId: id,
    kind: isWritten(message) && command === null ? 'message' : 'system',
    author,
    sentAt,
    text: command === null ? text : commandText(command, text),
    // A reply stands in the thread of its parent; a command is about the thread and not about its first message.
    replyTo: command === null ? topic : null,
    topic,
    media,
    reactions: slackReactions(message),
    editedAt: slackMoment(asFields(message.edited)?.ts),
    // The thread may be older than the bot's membership.
    contextSnapshot: isAddressed && topic !== null ? await threadStart(chat, topic, reader) : null,
    raw: rawOf(message),
  }
  return {
    kind: 'message',
    delivery: {
      chat: {
        channel: 'slack',
        externalId: chat,
        kind: isGroup ? 'group' : 'private',
        title: title === null ? null : `#${title}`,
        links: slackLinks(account, chat),
      },
      messages: [stored],
    },
    isEdit: false,
    command,
    isAddressed,
    isOverheard: isGroup && !isAddressed && command === null && isWritten(message),
    chatNames: [chat, title],
    authorNames: [author.externalId, author.username],
    parent:
      topic === null
        ? null
        : { messageId: topic, isOwn: message.parent_user_id === names.me.id, album: null },
    movedFrom: null,
  }
}

async function threadStart(
  chat: string,
  topic: string,
  { account, directory, names, findThreadStart }: SlackReader,
): Promise<Snapshot | null> {
  const start = await findThreadStart(chat, topic)
  if (start === null || isOwnMessage(start, account)) return null
  const text = await readableText(start, directory, names.me)
  const author = await slackAuthor(start, directory)
  const sentAt = slackMoment(start.ts)
  return text === ''
    ? null
    : { text, author: author?.name ?? null, authorId: author?.externalId ?? null, sentAt }
}

/** Mentioned, or called by a name at the start of the text. */
function isCalled(message: Fields, text: string, { me, names }: BotNames): boolean {
  const marked = fieldText(message.text) ?? ''
  return mentionsUser(marked, me.id) || (!marked.startsWith('`') && nameEnd(text, names) !== null)
}

/** True for a message that was passed on without a word: it was written to others. */
function isOnlyShared(message: Fields): boolean {
  const isShared = ({ is_share, is_msg_unfurl }: Fields) =>
    is_share === true || is_msg_unfurl === true
  return fieldText(message.text) === null && listOf(message.attachments).some(isShared)
}

/** A command that is typed, as in a thread, where Slack offers no slash commands: `@earshot !why`, in private `!why`. */
function typedCommand(message: Fields, isGroup: boolean, { me }: BotNames): string | null {
  const text = fieldText(message.text) ?? ''
  const rest = afterMention(text, me.id) ?? (isGroup ? '' : text)
  const name = /^\s*!([a-z_]+)(?=\s|$)/i.exec(rest)?.[1]?.toLowerCase()
  return name !== undefined && isCommandOfOurs(name) ? name : null
}

/** As commands are stored on every channel. */
function commandText(name: string, text: string): string {
  const args = text.slice(text.indexOf('!') + 1 + name.length).trim()
  return `/${name} ${args}`.trim()
}

function rawOf(message: Fields): string | null {
  const raw = JSON.stringify(message)
  return Buffer.byteLength(raw) > MAX_RAW_BYTES ? null : raw
}
