import { AppError } from '../../domain/errors.ts'
import type { FactAsker } from '../../domain/fact.ts'
import type { FactId, MessageId } from '../../domain/ids.ts'
import type { Question } from '../../domain/question.ts'
import type { ToolCaller } from './tool.ts'

/** For whom a question may read and change facts; null for one who opted out, and an error if it is not known who asks. */
export function factAskerOf({ workspaceId, personId, memory }: Question): FactAsker | null {
  if (personId === null) {
    throw new AppError(
      'invalid_request',
      'What is remembered belongs to a person, and it is not known who asks. Name the author of the question.',
    )
  }
  return memory === null ? null : { workspaceId, personId, memory }
}

/** The same for a tool that changes a fact. */
export function factChangerOf(question: Question, id: FactId): FactAsker {
  return factAskerOf(question) ?? refuse(id)
}

function refuse(id: FactId): never {
  throw new AppError('fact_not_found', `No fact "${id}" is known here. recall lists them.`)
}

/** Records facts as sources of the answer, with the messages they rest on. */
export function recordFacts(
  { lookedUp }: ToolCaller,
  facts: readonly { readonly id: FactId; readonly messageIds: readonly MessageId[] }[],
): void {
  for (const { id, messageIds } of facts) {
    if (messageIds.length === 0) lookedUp.factIds.add(id)
    for (const messageId of messageIds) lookedUp.messageIds.add(messageId)
  }
}
