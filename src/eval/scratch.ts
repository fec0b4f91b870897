import type { ChatRef } from '../domain/chat.ts'
import type { Delivery, IncomingMessage } from '../domain/message.ts'

/** A question of the evaluation. */
export type ScratchQuestion = {
  readonly chat: ChatRef
  readonly text: string
  readonly author: IncomingMessage['author']
  readonly replyTo: string | null
  readonly askedAt: Date
}

/** A message of the context: of the conversation, nearby, or only found by a search. */
export type ShownPiece = {
  readonly messageId: string
  readonly tier: 'conversation' | 'nearby' | 'search'
  readonly tokens: number
}

/** A whole empty Earshot, to be filled, queried and deleted. */
export type Scratch = {
  deliver(delivery: Delivery): Promise<void>
  /** Stores a file for the whole workspace. */
  addFile(path: string, text: string): Promise<void>
  /** Embeds everything that has no vector. */
  embed(): Promise<void>
  /** Reads all conversations for facts, as upkeep reads quiet ones; returns how many facts are stored. */
  readFacts(): Promise<number>
  /** Ids of the messages that the facts found for a question rest on, of the best fact first. */
  findThroughFacts(chat: ChatRef, text: string): Promise<string[]>
  /** Ids of the chat's messages that answer best, as they were delivered. */
  findInChat(chat: ChatRef, text: string, limit: number): Promise<string[]>
  /** The messages of the context for a question, at the default budget. */
  buildContext(question: ScratchQuestion): Promise<ShownPiece[]>
  /** Paths of the files that answer best, by the best of their chunks. */
  findInFiles(text: string, limit: number): Promise<string[]>
}

/** Items grouped by key, in the order of first appearance. */
export function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return groups
}

/** True for an object in which all these fields are strings. */
export function hasTexts(
  value: unknown,
  names: readonly string[],
): value is Record<string, unknown> {
  const record = value as Record<string, unknown> | null
  return (
    typeof record === 'object' &&
    record !== null &&
    names.every((name) => typeof record[name] === 'string')
  )
}
