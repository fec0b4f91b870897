import { asFields, type Fields, fieldText, listOf } from '../../../text/fields.ts'
import type { RawEvent } from '../../channel-event.ts'
import { isTooDeep } from '../../receive/payload-depth.ts'
import { SLACK_TS } from '../slack-ids.ts'
import type { StoredEvent } from './stored-event.ts'

/** How Slack wraps what it sends, over either way. */
export type Wrapping = 'events_api' | 'interactive' | 'slash_commands'

/** Slack's own events are far smaller. */
const MAX_PAYLOAD_CHARS = 1_000_000

type Identified = Pick<RawEvent, 'id' | 'ordinal' | 'author' | 'chat'>

/** The event in what Slack sent; none if it is of no kind that is handled, or not as Slack sends it. */
export function rawEventsOf(wrapping: Wrapping, payload: Fields, at: Date): RawEvent[] {
  if (isTooDeep(payload)) return []
  const received = { at: at.toISOString(), isHistory: false }
  switch (wrapping) {
    case 'events_api': {
      const event = asFields(payload.event)
      const known = event && identify(event, fieldText(payload.event_id))
      return known
        ? stored(known, { ...received, kind: 'event', for: installs(payload), body: event })
        : []
    }
    case 'interactive': {
      const press = pressOf(payload)
      return press === null
        ? []
        : stored(identifyPress(press), { ...received, kind: 'press', for: [], body: press })
    }
    case 'slash_commands': {
      const command = commandOf(payload)
      return command === null
        ? []
        : stored(
            {
              id: `c:${command.trigger_id}`,
              ordinal: null,
              author: command.user_id,
              chat: command.channel_id,
            },
            { ...received, kind: 'command', for: [], body: command },
          )
    }
  }
}

/** A message of a history, as the event that reports a new message. */
export function messageOfHistory(message: Fields, channel: string, at: Date): RawEvent[] {
  return ofHistory({ type: 'message', ...message, channel }, at)
}

/** The last edit of a message of a history, as the event that reports an edit; none if it was never edited. */
export function editOfHistory(message: Fields, channel: string, at: Date): RawEvent[] {
  const event_ts = fieldText(asFields(message.edited)?.ts)
  if (event_ts === null) return []
  return ofHistory({ type: 'message', subtype: 'message_changed', channel, message, event_ts }, at)
}

function ofHistory(event: Fields, at: Date): RawEvent[] {
  const known = isTooDeep(event) ? null : identify(event, null)
  const read = { at: at.toISOString(), for: [], isHistory: true }
  return known === null ? [] : stored(known, { ...read, kind: 'event', body: event })
}

function stored(known: Identified, event: StoredEvent): RawEvent[] {
  const payload = JSON.stringify(event)
  return payload.length > MAX_PAYLOAD_CHARS ? [] : [{ ...known, payload, album: null }]
}

/**
 * The id of an event. Slack reports one message by several events, as a message and as a mention; both get the
 * message's id, so that it is handled once.
 */
function identify(event: Fields, eventId: string | null): Identified | null {
  const at = fieldText(event.event_ts) ?? fieldText(event.ts)
  const shared = { ordinal: ordinalOf(at), author: fieldText(event.user) }
  switch (event.type) {
    case 'message':
    case 'app_mention':
      return identifyMessage(event, shared.ordinal)
    case 'reaction_added':
    case 'reaction_removed': {
      const chat = fieldText(asFields(event.item)?.channel)
      return eventId === null || chat === null ? null : { ...shared, id: `r:${eventId}`, chat }
    }
    case 'member_joined_channel':
    case 'member_left_channel':
    case 'channel_left':
    case 'group_left':
    case 'channel_rename':
    case 'group_rename': {
      const chat = fieldText(event.channel) ?? fieldText(asFields(event.channel)?.id)
      return eventId === null || chat === null ? null : { ...shared, id: `x:${eventId}`, chat }
    }
    default:
      return null
  }
}

function identifyMessage(event: Fields, ordinal: string | null): Identified | null {
  const chat = fieldText(event.channel)
  if (chat === null) return null
  switch (event.subtype) {
    case 'message_replied':
      return null
    case 'message_deleted': {
      const ts = messageTs(event.deleted_ts)
      const author = authorId(asFields(event.previous_message))
      return ts === null ? null : { id: `d:${chat}:${ts}`, ordinal, author, chat }
    }
    case 'message_changed': {
      const message = asFields(event.message)
      const ts = messageTs(message?.ts)
      const version = fieldText(asFields(message?.edited)?.ts) ?? fieldText(event.event_ts)
      if (ts === null) return null
      // What is left of a deleted message with replies may name its last edit.
      const isGone = message?.subtype === 'tombstone'
      if (isGone) return { id: `d:${chat}:${ts}`, ordinal, author: authorId(message), chat }
      return { id: `e:${chat}:${ts}:${version}`, ordinal, author: authorId(message), chat }
    }
    default: {
      const ts = messageTs(event.ts)
      return ts === null ? null : { id: `m:${chat}:${ts}`, ordinal, author: authorId(event), chat }
    }
  }
}

function authorId(message: Fields | null): string | null {
  return fieldText(message?.user) ?? fieldText(message?.bot_id)
}

function messageTs(value: unknown): string | null {
  const ts = fieldText(value)
  return ts !== null && SLACK_TS.test(ts) ? ts : null
}

/** Slack's moments grow, and have six digits behind the dot. */
function ordinalOf(ts: string | null): string | null {
  return ts !== null && SLACK_TS.test(ts) ? ts.replace('.', '') : null
}

/** For whom an event was sent: an app may be installed in several workspaces. */
function installs(payload: Fields): string[] {
  const named = listOf(payload.authorizations).flatMap((one) => [
    fieldText(one.user_id),
    fieldText(one.team_id),
    fieldText(one.enterprise_id),
  ])
  return named.filter((id) => id !== null)
}

export type Press = {
  readonly action: string
  readonly channel: string
  readonly message: string
  readonly thread: string | null
  readonly user: string
  readonly at: string
}

/** A pressed button, of those below a message; without the address at which Slack takes replies. */
function pressOf(payload: Fields): Press | null {
  const container = asFields(payload.container)
  const [pressed] = listOf(payload.actions)
  const press = {
    action: fieldText(pressed?.value),
    channel: fieldText(container?.channel_id) ?? fieldText(asFields(payload.channel)?.id),
    message: messageTs(container?.message_ts),
    user: fieldText(asFields(payload.user)?.id),
    at: fieldText(pressed?.action_ts),
  }
  const isPress = payload.type === 'block_actions' && pressed?.type === 'button'
  const { action, channel, message, user, at } = press
  if (!isPress || !action || !channel || !message || !user || !at) return null
  return { action, channel, message, thread: messageTs(container?.thread_ts), user, at }
}

function identifyPress({ channel, message, user, at }: Press): Identified {
  const id = `b:${channel}:${message}:${at}:${user}`
  return { id, ordinal: ordinalOf(at), author: user, chat: channel }
}

export type SlashCommand = {
  readonly trigger_id: string
  readonly channel_id: string
  readonly user_id: string
  readonly text: string
}

/** A slash command, without its token and the address at which Slack takes replies. */
function commandOf(payload: Fields): SlashCommand | null {
  const trigger_id = fieldText(payload.trigger_id)
  const channel_id = fieldText(payload.channel_id)
  const user_id = fieldText(payload.user_id)
  if (trigger_id === null || channel_id === null || user_id === null) return null
  return { trigger_id, channel_id, user_id, text: fieldText(payload.text) ?? '' }
}
