import type { Author, IncomingMessage, Media, Reaction } from '../../domain/message.ts'
import { EMPTY_FIELDS } from '../../domain/message.ts'
import { asFields, countOf, type Fields, fieldText, listOf } from '../../text/fields.ts'
import { attachmentTexts, blockTexts } from '../../text/slack/slack-blocks.ts'
import { slackText } from '../../text/slack/slack-text.ts'
import type { SkipReason } from '../item.ts'

/** People of the workspace by id. */
export type SlackUsers = ReadonlyMap<string, SlackUser>
export type SlackUser = Pick<Author, 'name' | 'username' | 'isBot'>

/** Subtypes that users and bots write; all others are system messages of Slack. */
const SAID = new Set([
  '',
  'bot_message',
  'me_message',
  'thread_broadcast',
  'file_share',
  'file_comment',
  'reply_broadcast',
  'document_mention',
])

/** One entry of a day, or the reason to skip it. */
export function slackMessage(entry: Fields, users: SlackUsers): IncomingMessage | SkipReason {
  const id = fieldText(entry.ts)
  if (id === null) return 'no_id'
  const sentAt = momentOf(entry.ts)
  if (sentAt === null) return 'no_date'
  const subtype = fieldText(entry.subtype) ?? ''
  if (subtype === 'tombstone') return 'deleted'
  const author = authorOf(entry, users)
  if (author === null) return 'no_author'
  const media = mediaOf(entry)
  const text = wordsOf(entry, users)
  if (text === '' && media.length === 0) return 'empty'
  const thread = fieldText(entry.thread_ts)
  return {
    ...EMPTY_FIELDS,
    externalId: id,
    kind: SAID.has(subtype) ? 'message' : 'system',
    author,
    sentAt,
    text,
    replyTo: thread === id ? null : thread,
    media,
    reactions: reactionsOf(entry),
    editedAt: momentOf(asFields(entry.edited)?.ts),
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

/** The text, and what bots add to it in blocks and attachments; a part that repeats another is left out. */
function wordsOf(entry: Fields, users: SlackUsers): string {
  const nameOf = (id: string) => users.get(id)?.name ?? null
  const text = fieldText(entry.text)
  const parts = [
    ...(text === null ? [] : [text]),
    ...blockTexts(entry.blocks, { rich: text === null }),
    ...attachmentTexts(entry.attachments, { hasText: text !== null }),
  ]
  return parts
    .map((part) => slackText(part, nameOf))
    .reduce((all, part) => (all.includes(part) ? all : [all, part].filter(Boolean).join('\n')), '')
}

function mediaOf(entry: Fields): Media[] {
  return listOf(entry.files).flatMap((file) => {
    if (file.mode === 'tombstone' || file.mode === 'hidden_by_limit') return []
    const mimeType = fieldText(file.mimetype)
    const name = fieldText(file.name) ?? fieldText(file.title)
    const sizeBytes = countOf(file.size)
    return {
      kind: kindOf(mimeType ?? ''),
      ...(name === null ? {} : { name }),
      ...(mimeType === null ? {} : { mimeType }),
      ...(sizeBytes === null ? {} : { sizeBytes }),
    }
  })
}

function kindOf(mimeType: string): string {
  if (mimeType.startsWith('image/')) return 'photo'
  const [kind = ''] = mimeType.split('/')
  return ['video', 'audio'].includes(kind) ? kind : 'document'
}

/** Slack names emoji by their short names; these are stored. */
function reactionsOf(entry: Fields): Reaction[] {
  return listOf(entry.reactions).flatMap((reaction) => {
    const name = fieldText(reaction.name)
    const count = countOf(reaction.count)
    return name === null || count === null || count === 0 ? [] : [{ emoji: `:${name}:`, count }]
  })
}

/** "1700000000.123456": seconds, and a counter that makes it an id. */
function momentOf(ts: unknown): Date | null {
  const text = fieldText(ts)
  return text !== null && /^\d{9,11}(\.\d+)?$/.test(text) ? new Date(Number(text) * 1_000) : null
}
