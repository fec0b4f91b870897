import { isPointingWord, withoutUnspacedGeneric } from '../text/generic-words.ts'
import { keywordsOf } from '../text/words.ts'
import type { ChatRef } from './chat.ts'
import type { ChatId, PersonId, WorkspaceId } from './ids.ts'
import type { MemoryOwner } from './memory.ts'
import type { Message, MessageLinks } from './message.ts'
import type { Audience } from './scope.ts'

/** A question to the bot: a mention in a chat, or a question without a chat. */
export type Question = {
  readonly workspaceId: WorkspaceId
  readonly chat: {
    readonly id: ChatId
    readonly topic: string | null
    readonly isGroup: boolean
    /** By the channel's id, for links to it. */
    readonly ref: ChatRef
    readonly links: MessageLinks | null
  } | null
  readonly personId: PersonId | null
  /** The memory to recall from: the group's, or the asker's own; null for none. */
  readonly memory: MemoryOwner | null
  /** The topic of the session is uncertain: memory similar to the question is recalled too. */
  readonly isTopicUnsure: boolean
  readonly askerName: string | null
  readonly text: string
  /** Other words to search by than the question's; null for none. */
  readonly searchText: string | null
  /** The channel's id of the mention itself, if it was stored as a message. */
  readonly messageId: string | null
  /** The channel's id of the message it replies to. */
  readonly replyTo: string | null
  /** The quoted part of that message: the subject of the question. */
  readonly quote: string | null
  readonly askedAt: Date
  /** No moment was given: it is asked now. */
  readonly isNow: boolean
  readonly budgetTokens: number
  /** Whether the chat may see the files of the workspace. */
  readonly seesSharedFiles: boolean
  /** What the caller should know about the request: something it names is not there. */
  readonly warnings?: readonly string[]
}

/** The readers of the answer. */
export function audienceOf({ chat, personId }: Question): Audience {
  return { chatId: chat?.id ?? null, personId, isAlone: !chat?.isGroup }
}

/** The files that may be shown to them. */
export function shownTo(question: Question) {
  const { chatId, personId, isAlone } = audienceOf(question)
  const { workspaceId, seesSharedFiles } = question
  return { workspaceId, chatId, personId: isAlone ? personId : null, seesShared: seesSharedFiles }
}

/** True if the text only points ("thoughts?", "^"): then the conversation is the question. */
export function isBareTag(text: string): boolean {
  return keywordsOf(withoutUnspacedGeneric(text)).every(isPointingWord)
}

/** The question without @mentions: a name that calls the bot is not part of it. */
export function withoutMentions(text: string): string {
  return text.replaceAll(/(^|[^\p{L}\p{N}_])@[\p{L}\p{N}_]+/gu, '$1').trim()
}

/**
 * True for the stored copy of the mention itself: it is the question, not its context. Recognised by id or, without
 * one, by the same text of the same person within 60 s.
 */
export function isTagItself(question: Question, message: Message): boolean {
  if (question.messageId !== null) return message.externalId === question.messageId
  return (
    message.authorId === question.personId &&
    message.text === question.text &&
    Math.abs(message.sentAt.getTime() - question.askedAt.getTime()) < 60_000
  )
}
