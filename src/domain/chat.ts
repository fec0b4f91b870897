import { AppError } from './errors.ts'

export const CHAT_KINDS = ['private', 'group', 'web', 'api'] as const
export type ChatKind = (typeof CHAT_KINDS)[number]

/** The channel of the chat that a first start loads. It belongs to no person: background work sends it to no provider. */
export const DEMO_CHANNEL = 'demo'

/** A chat, by the id of its channel. */
export type ChatRef = {
  readonly channel: string
  readonly externalId: string
}

/** A chat, and the thread inside it if there is one. */
type ThreadRef = ChatRef & { readonly topic: string | null }

/**
 * Reads `channel:chat` or `channel:chat:topic`. A colon inside an id is written %3A, so that ids of
 * any channel fit (Matrix rooms contain colons).
 */
export function parseThreadId(threadId: string): ThreadRef {
  const parts = threadId.split(':')
  const [channel, chat, topic] = parts.map(decode)
  if (parts.length > 3 || !channel || !chat || topic === '') {
    throw new AppError(
      'invalid_request',
      `"${threadId.slice(0, 100)}" is not a thread id. Write channel:chat or channel:chat:topic, with %3A for a colon inside an id.`,
    )
  }
  return { channel, externalId: chat, topic: topic ?? null }
}

/** The thread id of a chat: the inverse of parseThreadId. */
export function formatThreadId(thread: ThreadRef): string {
  const parts = [
    thread.channel,
    thread.externalId,
    ...(thread.topic === null ? [] : [thread.topic]),
  ]
  return parts.map((part) => part.replaceAll('%', '%25').replaceAll(':', '%3A')).join(':')
}

function decode(part: string): string {
  return part.replaceAll(/%3a/gi, ':').replaceAll('%25', '%')
}
