import type { Media, Reaction } from '../../domain/message.ts'
import { countOf, type Fields, fieldText, listOf } from '../fields.ts'
import { attachmentTexts, blockTexts } from './slack-blocks.ts'
import { slackText } from './slack-text.ts'

/* The fields of a message of Slack, which are the same in an export, an event and a history. */

/** Subtypes that users and bots write; all others are system messages of Slack. */
const WRITTEN = new Set([
  '',
  'bot_message',
  'me_message',
  'thread_broadcast',
  'file_share',
  'file_comment',
  'reply_broadcast',
  'document_mention',
])

/** True for a message that a user or a bot wrote, by its subtype. */
export function isWritten(entry: Fields): boolean {
  return WRITTEN.has(fieldText(entry.subtype) ?? '')
}

/** The parts of its text, with Slack's markup: the text, and what bots add to it in blocks and attachments. */
export function slackParts(entry: Fields): string[] {
  const text = fieldText(entry.text)
  return [
    ...(text === null ? [] : [text]),
    ...blockTexts(entry.blocks, { rich: text === null }),
    ...attachmentTexts(entry.attachments, { hasText: text !== null }),
  ]
}

/** The displayed text; a part that repeats another is left out. */
export function slackWords(entry: Fields, nameOf: (id: string) => string | null): string {
  return slackParts(entry)
    .map((part) => slackText(part, nameOf))
    .reduce((all, part) => (all.includes(part) ? all : [all, part].filter(Boolean).join('\n')), '')
}

/** The files; one that was deleted, or hidden by the workspace's plan, has no bytes. */
export function slackMedia(entry: Fields): Media[] {
  return listOf(entry.files).flatMap((file) => {
    if (file.mode === 'tombstone' || file.mode === 'hidden_by_limit') return []
    const mimeType = fieldText(file.mimetype)
    const name = fieldText(file.name) ?? fieldText(file.title)
    const sizeBytes = countOf(file.size)
    const fileId = fieldText(file.id)
    return {
      kind: CLIPS.get(fieldText(file.subtype) ?? '') ?? kindOf(mimeType ?? ''),
      ...(fileId === null ? {} : { fileId }),
      ...(name === null ? {} : { name }),
      ...(mimeType === null ? {} : { mimeType }),
      ...(sizeBytes === null ? {} : { sizeBytes }),
    }
  })
}

/** What people record in Slack itself. */
const CLIPS = new Map([
  ['slack_audio', 'voice'],
  ['slack_video', 'video_note'],
])

function kindOf(mimeType: string): string {
  if (mimeType.startsWith('image/')) return 'photo'
  const [kind = ''] = mimeType.split('/')
  return ['video', 'audio'].includes(kind) ? kind : 'document'
}

/** Slack names emoji by their short names; these are stored. */
export function slackReactions(entry: Fields): Reaction[] {
  return listOf(entry.reactions).flatMap((reaction) => {
    const name = fieldText(reaction.name)
    const count = countOf(reaction.count)
    return name === null || count === null || count === 0 ? [] : [{ emoji: `:${name}:`, count }]
  })
}

/** "1700000000.123456": seconds, and a counter that makes it an id. */
export function slackMoment(ts: unknown): Date | null {
  const text = fieldText(ts)
  return text !== null && /^\d{9,11}(\.\d+)?$/.test(text) ? new Date(Number(text) * 1_000) : null
}
