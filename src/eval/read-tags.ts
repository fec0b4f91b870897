import type { Message } from '../domain/message.ts'
import type { Linkable } from '../engine/link/features/link-window.ts'
import { type AnnotatedChat, readJsonLines, toDate } from './read-chats.ts'

/** A mention of the bot right after a message of a chat; numbers are lines of its file. */
export type TagTarget = {
  readonly file: string
  readonly after: number
  readonly time: string
  readonly author: string
  readonly text: string
  readonly reply_to: number | null
  readonly gold?: readonly number[]
  /** Language of the chat, where the data names it. */
  readonly lang?: string
}

/** Reads mention targets, one JSON object a line. */
export function readTagTargets(path: string): TagTarget[] {
  return readJsonLines(path, isTag)
}

/** The mention as the engine would receive it. */
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
