import type { Author, IncomingMessage } from '../../domain/message.ts'
import { EMPTY_FIELDS } from '../../domain/message.ts'
import { asFields, type Fields, fieldText } from '../../text/fields.ts'
import {
  isWritten,
  slackMedia,
  slackMoment,
  slackReactions,
  slackWords,
} from '../../text/slack/slack-entry.ts'
import type { SkipReason } from '../item.ts'

/** People of the workspace by id. */
export type SlackUsers = ReadonlyMap<string, SlackUser>
export type SlackUser = Pick<Author, 'name' | 'username' | 'isBot'>

/** One entry of a day, or the reason to skip it. */
export function slackMessage(entry: Fields, users: SlackUsers): IncomingMessage | SkipReason {
  const id = fieldText(entry.ts)
  if (id === null) return 'no_id'
  const sentAt = slackMoment(entry.ts)
  if (sentAt === null) return 'no_date'
  const subtype = fieldText(entry.subtype) ?? ''
  if (subtype === 'tombstone') return 'deleted'
  const author = authorOf(entry, users)
  if (author === null) return 'no_author'
  const media = slackMedia(entry)
  const text = slackWords(entry, (known) => users.get(known)?.name ?? null)
  if (text === '' && media.length === 0) return 'empty'
  const thread = fieldText(entry.thread_ts)
  return {
    ...EMPTY_FIELDS,
    externalId: id,
    kind: isWritten(entry) ? 'message' : 'system',
    author,
    sentAt,
    text,
    replyTo: thread === id ? null : thread,
    media,
    reactions: slackReactions(entry),
    editedAt: slackMoment(asFields(entry.edited)?.ts),
  }
}

function authorOf(entry: Fields, users: SlackUsers): Author | null {
  const isBot = fieldText(entry.bot_id) !== null || entry.subtype === 'bot_message'
  const id = fieldText(entry.user) ?? fieldText(entry.bot_id)
  const called = fieldText(entry.username)
  if (id === null) {
    return called === null
      ? null
      : { externalId: `name:${called}`, name: called, username: null, isBot }
  }
  const known = users.get(id)
  const profile = asFields(entry.user_profile)
  const name =
    known?.name ?? fieldText(profile?.display_name) ?? fieldText(profile?.real_name) ?? called
  const username = known?.username ?? fieldText(profile?.name)
  return { externalId: id, name, username, isBot: isBot || (known?.isBot ?? false) }
}
