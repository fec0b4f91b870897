import { type ChatRef, formatThreadId } from '../../domain/chat.ts'
import type { MessageLinks } from '../../domain/message.ts'

/** The chat and thread of a message, and the templates of its web addresses. */
export type LinkedIn = {
  readonly ref: ChatRef
  readonly topic: string | null
  readonly links: MessageLinks | null
}

/** The message on its platform where it has an address there, otherwise in the console. */
export function messageLink(messageId: string, { ref, topic, links }: LinkedIn): string | null {
  const template = topic === null ? links?.message : links?.threadMessage
  const shown = template === undefined ? null : fillTemplate(template, messageId, topic)
  if (shown !== null) return shown
  const thread = encodeURIComponent(formatThreadId({ ...ref, topic }))
  return `/#/chats/${thread}/messages/${encodeURIComponent(messageId)}`
}

function fillTemplate(template: string, messageId: string, topic: string | null): string | null {
  // Other ids are ours: of messages that a chat brought along when it got a new id.
  if (template.includes('{digits}') && !/^[\d.]+$/.test(messageId)) return null
  return template
    .replaceAll('{digits}', messageId.replaceAll('.', ''))
    .replaceAll('{message}', encodeURIComponent(messageId))
    .replaceAll('{thread}', encodeURIComponent(topic ?? ''))
}
