import type { Database } from '../../db/engine/database.ts'
import { findPersonById } from '../../db/messages/people.ts'
import { AppError, isAppError } from '../../domain/errors.ts'
import type { AnswerId } from '../../domain/ids.ts'
import { checkStaff, type Principal } from '../../domain/principal.ts'
import type { Question } from '../../domain/question.ts'
import { workspaceScope } from '../../domain/scope.ts'
import { resolveQuestion } from '../context/resolve-question.ts'
import { describeRecord, type Explained, explain } from '../views/explain.ts'
import { answer } from './answer.ts'
import type { AnswerDeps } from './deps.ts'

/** What a replay changes; null for the setting of the server. */
export type ReplayOptions = {
  /** As EARSHOT_MODEL names it: `provider:name`, or `offline`. */
  readonly model: string | null
  /** Limit of the whole prompt, in tokens. */
  readonly contextTokens: number | null
  readonly signal?: AbortSignal | undefined
}

/**
 * Answers a stored question again, from what was sent until it was asked. Nothing is stored but the usage of the
 * model. Turns before it in its session are not part of the prompt.
 */
export async function replayQuestion(
  principal: Principal,
  id: AnswerId,
  options: ReplayOptions,
  deps: AnswerDeps,
): Promise<Explained> {
  checkStaff(principal, 'Only staff may ask a question again with other settings.')
  const original = await explain(principal, id, deps.database)
  const question = await storedQuestion(principal, original, deps)
  const changed = await withOptions(options, deps)
  const asked = { sessionId: null, window: 0, isStored: false, signal: options.signal }
  const { text, trace } = await answer(question, asked, changed)
  const record = { ...original.record, answer: text, sessionId: null, prompt: null, trace }
  return deps.database.within(workspaceScope(principal.workspaceId), (db) =>
    describeRecord(db, principal.workspaceId, record),
  )
}

/** The question as it was asked: the anchor of its trace is the message it replied to. */
async function storedQuestion(
  principal: Principal,
  { record, threadId }: Explained,
  deps: AnswerDeps & { readonly database: Database },
): Promise<Question> {
  const { personId, trace } = record
  const person = await deps.database.within(workspaceScope(principal.workspaceId), async (db) =>
    personId === null ? null : findPersonById(db, principal.workspaceId, personId),
  )
  const request = {
    threadId,
    text: record.question,
    author: person && { ...person, isBot: false },
    messageId: record.messageId,
    replyTo: trace.items.find(({ isAnchor }) => isAnchor)?.externalId ?? null,
    quote: null,
    askedAt: trace.askedAt == null ? record.createdAt : new Date(trace.askedAt),
    budgetTokens: Number.MAX_SAFE_INTEGER,
  }
  return resolveQuestion(principal, request, deps, { keepAsker: false })
}

async function withOptions(
  { model, contextTokens }: ReplayOptions,
  deps: AnswerDeps,
): Promise<AnswerDeps> {
  return {
    ...deps,
    model: model === null ? deps.model : await openNamed(model, deps),
    settings: { ...deps.settings, contextTokens: contextTokens ?? deps.settings.contextTokens },
  }
}

/** A name typed by the caller is their error, not one of the server's settings. */
async function openNamed(model: string, { openModel }: AnswerDeps) {
  try {
    return await openModel(model)
  } catch (error) {
    if (!isAppError(error)) throw error
    throw new AppError('invalid_request', error.message, { cause: error })
  }
}
