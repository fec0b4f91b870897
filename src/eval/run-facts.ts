import type { FactSubject } from '../domain/fact.ts'
import { extractFacts } from '../memory/facts/extract/extract-facts.ts'
import { type AnnotatedChat, readChats } from './read-chats.ts'
import type { Evaluation } from './run-look-back.ts'

/** The facts that rules find in chats: to read them, since no chat is annotated with facts. Nothing is stored. */
export function evaluateFacts(dataPath: string): Evaluation {
  const chats = readChats(dataPath)
  const predictions = chats.flatMap(factsIn)
  const messages = chats.reduce((sum, chat) => sum + chat.messages.length, 0)
  return { predictions, scores: { chats: chats.length, messages, facts: predictions.length } }
}

function factsIn(chat: AnnotatedChat): object[] {
  const lineOf = new Map(chat.messages.map(({ id }, at) => [id, chat.lineOf[at] as number]))
  const people = new Map(
    chat.messages.map(({ authorId, authorName, authorUsername }) => [
      authorId,
      { id: authorId, name: authorName, username: authorUsername },
    ]),
  )
  const lines = chat.messages.map((message) => ({
    ...message,
    messageId: message.id,
    replyTo: null,
  }))
  return extractFacts(lines, [...people.values()]).map((fact) => ({
    file: chat.name,
    idx: fact.messageIds.flatMap((id) => lineOf.get(id) ?? []),
    about: nameOf(fact.about),
    attribute: fact.attribute,
    value: fact.value,
    text: fact.text,
    ends: fact.ends,
    confidence: fact.confidence,
  }))
}

function nameOf(about: FactSubject): string {
  return about.kind === 'group' ? 'the group' : about.name
}
