import { asFields, type Fields, fieldText } from '../../../text/fields.ts'
import { slackMoment, slackReactions } from '../../../text/slack/slack-entry.ts'
import type { ButtonEvent, ChannelEvent } from '../../channel-event.ts'
import type { Press, SlashCommand } from '../receive/raw-events.ts'
import type { StoredEvent } from '../receive/stored-event.ts'
import { isDirect } from '../slack-ids.ts'
import { readSlashCommand } from './slack-command-event.ts'
import { readSlackMessage, type SlackReader } from './slack-message-event.ts'

export type EventReader = SlackReader & {
  /** A message with all reactions it has now; null if it is gone. */
  readonly findReactions: (chat: string, ts: string) => Promise<Fields | null>
  readonly now: () => Date
}

/** A mention that is found in the history is answered if it is younger; later an answer would surprise. */
const ANSWERED_WITHIN_MS = 3_600_000

/** The event that Slack sent, as the bot understands it; null for one that is not handled. */
export async function readSlackEvent(
  { kind, at, for: installs, isHistory, body }: StoredEvent,
  reader: EventReader,
): Promise<ChannelEvent | null> {
  if (!isForUs(installs, reader)) return null
  if (kind === 'press') return pressed(body as Press)
  if (kind === 'command') return readSlashCommand(body as SlashCommand, new Date(at), reader)
  switch (body.type) {
    case 'message':
    case 'app_mention':
      return readChange(body, isHistory, reader)
    case 'reaction_added':
    case 'reaction_removed':
      return readReactions(asFields(body.item), reader)
    default:
      return readPlace(body, reader)
  }
}

/** An app may be installed in several workspaces, and all their events come by one connection. */
function isForUs(installs: readonly string[], { account }: EventReader): boolean {
  const ours = [account.me.id, account.team, account.enterprise]
  return installs.length === 0 || installs.some((id) => ours.includes(id))
}

async function readChange(
  body: Fields,
  isHistory: boolean,
  reader: EventReader,
): Promise<ChannelEvent | null> {
  const chat = fieldText(body.channel)
  if (chat === null) return null
  const message = body.subtype === 'message_changed' ? asFields(body.message) : body
  const deleted = body.subtype === 'message_deleted' ? body.deleted_ts : tombstone(message)
  const gone = fieldText(deleted)
  if (gone !== null) return { kind: 'delete', chat, messageIds: [gone] }
  if (message === null || body.subtype === 'message_deleted') return null
  if (body.subtype === 'message_changed') {
    if (!isEdited(message, asFields(body.previous_message))) return null
    const edit = await readSlackMessage(message, chat, reader)
    return edit && { ...edit, isEdit: true }
  }
  const event = await readSlackMessage(message, chat, reader)
  const sentAt = event?.delivery.messages[0]?.sentAt.getTime() ?? 0
  const isLate = isHistory && reader.now().getTime() - sentAt > ANSWERED_WITHIN_MS
  return event !== null && isLate ? { ...event, isAddressed: false, command: null } : event
}

/** A message with replies leaves a stone in its place when it is deleted. */
function tombstone(message: Fields | null): unknown {
  return message?.subtype === 'tombstone' ? message.ts : null
}

/** Slack reports previews, pins and replies as changes too. */
function isEdited(message: Fields, before: Fields | null): boolean {
  const edited = fieldText(asFields(message.edited)?.ts)
  if (edited === null) return before !== null && message.text !== before.text
  return edited !== fieldText(asFields(before?.edited)?.ts)
}

async function readReactions(
  item: Fields | null,
  { findReactions }: EventReader,
): Promise<ChannelEvent | null> {
  const chat = fieldText(item?.channel)
  const messageId = fieldText(item?.ts)
  if (chat === null || messageId === null) return null
  const message = await findReactions(chat, messageId)
  if (message === null) return null
  return { kind: 'reactions', chat, messageId, reactions: slackReactions(message) }
}

/** The bot came into a channel or left it, or the channel has another name. */
async function readPlace(body: Fields, reader: EventReader): Promise<ChannelEvent | null> {
  const { account, directory } = reader
  const chat = fieldText(body.channel) ?? fieldText(asFields(body.channel)?.id)
  if (chat === null) return null
  if (body.type === 'channel_rename' || body.type === 'group_rename') {
    directory.forgetConversation(chat)
    return null
  }
  const isLeft = body.type === 'channel_left' || body.type === 'group_left'
  if (!isLeft && body.user !== account.me.id) return null
  const hasJoined = body.type === 'member_joined_channel'
  const { name } = hasJoined ? await directory.conversation(chat) : { name: null }
  return {
    kind: 'membership',
    chat,
    title: name === null ? null : `#${name}`,
    isGroup: !isDirect(chat),
    status: hasJoined ? 'member' : 'left',
    at: slackMoment(body.event_ts) ?? reader.now(),
    hasJoined,
  }
}

/** The action is untrusted; the presser's id comes from Slack. In a channel the reply stands in a thread. */
function pressed({ action, channel, message, thread, user }: Press): ButtonEvent {
  const isGroup = !isDirect(channel)
  return {
    kind: 'button',
    action,
    chat: channel,
    isGroup,
    topic: thread ?? (isGroup ? message : null),
    messageId: message,
    person: user,
    // The acknowledgement of the envelope stops the button's progress indicator.
    acknowledge: async () => undefined,
  }
}
