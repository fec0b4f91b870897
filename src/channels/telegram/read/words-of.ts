import type { Message, MessageEntity } from 'grammy/types'
import { readRichMessage, type Words } from './read-rich-message.ts'

/** The text of a message, or the caption of its picture; empty if there is none. */
export function messageText(message: Message): Words {
  const { text, entities, caption, caption_entities, rich_message } = message
  if (text !== undefined) return { text, entities: entities ?? [] }
  if (caption !== undefined) return { text: caption, entities: caption_entities ?? [] }
  return rich_message === undefined ? { text: '', entities: [] } : readRichMessage(rich_message)
}

/** The text that an entity covers. */
export function covered({ text }: Words, { offset, length }: MessageEntity): string {
  return text.slice(offset, offset + length)
}

/** Whether an offset lies in code: quoted text, which mentions no one. */
export function isInCode({ entities }: Words, place: number): boolean {
  return entities.some(
    ({ type, offset, length }) =>
      (type === 'code' || type === 'pre') && offset <= place && place < offset + length,
  )
}
