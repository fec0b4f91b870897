import type { ChatId, PersonId, WorkspaceId } from './ids.ts'
import type { Message } from './message.ts'

/** Something asked of the bot: a tag in a chat, or a question with no chat around it. */
export type Question = {
  readonly workspaceId: WorkspaceId
  readonly chat: { readonly id: ChatId; readonly topic: string | null } | null
  readonly personId: PersonId | null
  readonly askerName: string | null
  readonly text: string
  /** The channel's id of the tag itself, if it was stored as a message. */
  readonly messageId: string | null
  /** The channel's id of the message that was replied to. */
  readonly replyTo: string | null
  readonly askedAt: Date
  readonly budgetTokens: number
}

// Words people call on the bot with, that have no subject of their own. Several languages; the
// learned detector of a later version replaces this list.
const GENERIC = new Set(
  `thoughts thought opinion opinions help anyone idea ideas advice suggestion suggestions comment
   comments weigh chime input views view take explain answer tell summarize summarise summary tldr
   bot agree right true correct fact check hilfe meinung idée avis aide ayuda opinas opinión ideas
   помоги помощь мнение мысли думаешь скажешь допоможи допомога думка думаєш думки скажеш`.split(
    /\s+/,
  ),
)

/** True if the question only points ("@bot thoughts?", "^"): then the conversation is the question. */
export function isBareTag(keywords: readonly string[]): boolean {
  return keywords.every((word) => GENERIC.has(word))
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
