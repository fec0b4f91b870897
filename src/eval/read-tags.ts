import type { Message } from '../domain/message.ts'
import type { Linkable } from '../engine/link/features/link-window.ts'
import { type AnnotatedChat, readJsonLines, toDate } from './read-chats.ts'

/** Somebody tags the bot right after a message of a chat; numbers are lines of its file. */
export type TagTarget = {
  readonly file: string
  readonly after: number
  readonly time: string
  readonly author: string
  readonly text: string
  readonly reply_to: number | null
  readonly gold?: readonly number[]
  /** Of the chat, where the data says it. */
  readonly lang?: string
}

/** Reads tag targets, one JSON object a line. */
export function readTagTargets(path: string): TagTarget[] {
  return readJsonLines(path, isTag)
}

/** The tag as the engine would hear it. */
export function toTag(
  chat: AnnotatedChat,
  target: TagTarget,
): Linkable & { readonly parent: Message | null } {
  const parent = chat.lineOf.indexOf(target.reply_to ?? -1)
  return {
    authorId: chat.personOf(target.author),
    authorName: target.author,
    authorUsername: target.author,
    sentAt: toDate(target.time),
    text: target.text,
    quote: null,
    replyTo: null,
    isBot: false,
    parent: chat.messages[parent] ?? null,
  }
}

function isTag(value: unknown): value is TagTarget {
  const tag = value as Partial<TagTarget> | null
  return (
    typeof tag === 'object' &&
    tag !== null &&
    typeof tag.file === 'string' &&
    typeof tag.after === 'number' &&
    typeof tag.time === 'string' &&
    typeof tag.author === 'string' &&
    typeof tag.text === 'string'
  )
}
