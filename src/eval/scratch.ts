import type { ChatRef } from '../domain/chat.ts'
import type { Delivery } from '../domain/message.ts'

/** A whole Earshot with nothing in it, to be filled, asked and thrown away. */
export type Scratch = {
  deliver(delivery: Delivery): Promise<void>
  /** Keeps a file for the whole workspace. */
  addFile(path: string, text: string): Promise<void>
  /** Gives vectors to all that has none. */
  embed(): Promise<void>
  /** Ids of the chat's messages that answer best, as they were delivered. */
  findInChat(chat: ChatRef, text: string, limit: number): Promise<string[]>
  /** Paths of the files that answer best, by the best of their parts. */
  findInFiles(text: string, limit: number): Promise<string[]>
}

/** Things by what they share, in the order of first appearance. */
export function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return groups
}

/** True for an object in which all these are texts. */
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
