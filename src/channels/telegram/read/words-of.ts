import type { Message, MessageEntity } from 'grammy/types'
import { readRichMessage } from './read-rich-message.ts'

/** What somebody typed, with what Telegram found in it. */
export type Words = { readonly text: string; readonly entities: readonly MessageEntity[] }

/** The text of a message, or what stands below its picture; empty if nothing was typed. */
export function messageText(message: Message): Words {
  const { text, entities, caption, caption_entities, rich_message } = message
  if (text !== undefined) return { text, entities: entities ?? [] }
  if (caption !== undefined) return { text: caption, entities: caption_entities ?? [] }
  return rich_message === undefined ? { text: '', entities: [] } : readRichMessage(rich_message)
}

/** What an entity covers. */
export function covered({ text }: Words, { offset, length }: MessageEntity): string {
  return text.slice(offset, offset + length)
}

/** Whether a place lies in code: what stands there is shown and not said. */
export function isInCode({ entities }: Words, place: number): boolean {
  return entities.some(
    ({ type, offset, length }) =>
      (type === 'code' || type === 'pre') && offset <= place && place < offset + length,
  )
}
