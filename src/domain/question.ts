import { isPointingWord, withoutUnspacedGeneric } from '../text/generic-words.ts'
import { keywordsOf } from '../text/words.ts'
import type { ChatRef } from './chat.ts'
import type { ChatId, PersonId, WorkspaceId } from './ids.ts'
import type { MemoryOwner } from './memory.ts'
import type { Message } from './message.ts'
import type { Audience } from './scope.ts'

/** Something asked of the bot: a tag in a chat, or a question with no chat around it. */
export type Question = {
  readonly workspaceId: WorkspaceId
  readonly chat: {
    readonly id: ChatId
    readonly topic: string | null
    readonly isGroup: boolean
    /** As its channel names it, for links that lead there. */
    readonly ref: ChatRef
  } | null
  readonly personId: PersonId | null
  /** Whose memory is asked: the group's, or the asker's own; null for none. */
  readonly memory: MemoryOwner | null
  /** It is not clear what the session is about: what is like the question is looked for too. */
  readonly isTopicUnsure: boolean
  readonly askerName: string | null
  readonly text: string
  /** Other words to search by than those that were asked; null for none. */
  readonly searchText: string | null
  /** The channel's id of the tag itself, if it was stored as a message. */
  readonly messageId: string | null
  /** The channel's id of the message that was replied to. */
  readonly replyTo: string | null
  /** The part of that message that was quoted: it is what the question is about. */
  readonly quote: string | null
  readonly askedAt: Date
  /** No moment was named: it is asked now. */
  readonly isNow: boolean
  readonly budgetTokens: number
}

/** Who will read the answer. */
export function audienceOf({ chat, personId }: Question): Audience {
  return { chatId: chat?.id ?? null, personId, isAlone: !chat?.isGroup }
}

/** Whose files may be shown to them. */
export function shownTo(question: Question) {
  const { chatId, personId, isAlone } = audienceOf(question)
  return { workspaceId: question.workspaceId, chatId, personId: isAlone ? personId : null }
}

/** True if the text only points ("thoughts?", "^"): then the conversation is the question. */
export function isBareTag(text: string): boolean {
  return keywordsOf(withoutUnspacedGeneric(text)).every(isPointingWord)
}

/** The question without @mentions: a name that calls the bot is not what is asked. */
export function withoutMentions(text: string): string {
  return text.replaceAll(/(^|[^\p{L}\p{N}_])@[\p{L}\p{N}_]+/gu, '$1').trim()
}

/**
 * True for the stored copy of the tag itself: it is the question, not its context. Told by id, or
 * where none was given by the same words of the same person at the same moment.
 */
export function isTagItself(question: Question, message: Message): boolean {
  if (question.messageId !== null) return message.externalId === question.messageId
  return (
    message.authorId === question.personId &&
    message.text === question.text &&
    Math.abs(message.sentAt.getTime() - question.askedAt.getTime()) < 60_000
  )
}
