import { addSpend, type Payer, recordSpend, type Spent, spendDay } from '../../db/answers/spend.ts'
import type { Db } from '../../db/engine/database.ts'
import { AppError } from '../../domain/errors.ts'
import { audienceOf, type Question } from '../../domain/question.ts'
import { audienceScope } from '../../domain/scope.ts'
import type { LanguageModel, ModelCall, ModelReply, ToolBox } from '../../models/language-model.ts'
import { costOf } from '../../models/prices.ts'
import type { AnswerDeps, SpendLimits } from './deps.ts'

/* A model with a daily token limit. Before each call its maximal cost is reserved against the limits,
 * afterwards the unused part is refunded: so concurrent calls cannot together exceed a limit that each
 * alone would respect. */

export type ModelUsage = {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly costUsd: number | null
  readonly calls: number
  /** The part that is not yet added to the day's sums. */
  readonly unpaid: Spent
}

export type MeteredModel = LanguageModel & {
  /** Usage so far, all calls of this question together. */
  used(): ModelUsage
}

/** The model, as one question may use it. */
export function meteredModel(question: Question, deps: AnswerDeps): MeteredModel {
  const { model, spending, countPromptTokens } = deps
  let used = { inputTokens: 0, outputTokens: 0, costUsd: 0 as number | null, calls: 0 }
  let unpaid: Spent = { tokens: 0, costUsd: 0 }
  const complete = async (call: ModelCall): Promise<ModelReply> => {
    const most = countPromptTokens(call.prompt) + call.maxOutputTokens
    const withTools =
      call.tools === undefined ? most : mostWithTools(most, call.tools, deps.countTokens)
    const taken = await reserve(question, [withTools, most], deps)
    const mayUseTools = taken === null || taken === withTools
    const allowed = mayUseTools ? call : { ...call, tools: undefined }
    let spent: Spent = { tokens: 0, costUsd: 0 }
    try {
      const reply = await model.complete(allowed)
      const costUsd = costOf(reply, spending.prices)
      const tokens = reply.isExtract ? 0 : reply.inputTokens + reply.outputTokens
      spent = { tokens, costUsd: costUsd ?? 0 }
      used = sum(used, reply, costUsd)
      return reply
    } finally {
      // Without limits nothing was reserved, and the usage is recorded together with the answer.
      if (taken === null) unpaid = add(unpaid, spent)
      else await settle(question, { ...spent, tokens: spent.tokens - taken }, deps)
    }
  }
  return { ...model, complete, used: () => ({ ...used, unpaid }) }
}

/** Every round reads the prompt again, the tool definitions, and at worst all tool outputs. */
function mostWithTools(
  most: number,
  { tools, maxRounds, maxTokens }: ToolBox,
  count: Count,
): number {
  return (most + maxTokens + count(JSON.stringify(tools))) * (maxRounds + 1)
}

type Count = AnswerDeps['countTokens']

/** Reserves the first of these amounts that all limits allow; null where there are no limits. */
async function reserve(
  question: Question,
  amounts: readonly number[],
  deps: AnswerDeps,
): Promise<number | null> {
  const payers = payersOf(question, deps.spending.limits)
  if (payers.every(({ limit }) => limit === null)) return null
  for (const tokens of new Set(amounts)) {
    if (await take(question, payers, tokens, deps)) return tokens
  }
  throw new AppError(
    'spend_limit_reached',
    'The daily token limit for language models is reached. It resets at midnight UTC; the operator can raise it (EARSHOT_DAILY_TOKENS_…).',
  )
}

class OverLimit extends Error {}

async function take(
  question: Question,
  payers: readonly (Payer & { readonly limit: number | null })[],
  tokens: number,
  { database, now }: AnswerDeps,
): Promise<boolean> {
  const { workspaceId } = question
  const scope = audienceScope(workspaceId, audienceOf(question))
  try {
    await database.within(scope, async (db) => {
      for (const { limit, ...payer } of payers) {
        const amount = { tokens, costUsd: 0, limit }
        // All or none: the transaction rolls back what other limits granted.
        if (!(await addSpend(db, workspaceId, spendDay(now()), payer, amount)))
          throw new OverLimit()
      }
    })
    return true
  } catch (error) {
    if (error instanceof OverLimit) return false
    throw error
  }
}

/** Refunds what was not used. A process that dies before that leaves the day's limit lower, never higher. */
async function settle(question: Question, change: Spent, deps: AnswerDeps): Promise<void> {
  const scope = audienceScope(question.workspaceId, audienceOf(question))
  await deps.database.within(scope, (db) => recordModelUsage(db, question, change, deps))
}

/** Adds to the day's usage of everything this question is charged to. */
export async function recordModelUsage(
  db: Db,
  question: Question,
  change: Spent,
  { now, spending }: Pick<AnswerDeps, 'now' | 'spending'>,
): Promise<void> {
  if (change.tokens === 0 && change.costUsd === 0) return
  const payers = payersOf(question, spending.limits)
  await recordSpend(db, question.workspaceId, spendDay(now()), payers, change)
}

/** Always in the same order, to avoid deadlocks between two questions. */
function payersOf({ chat, personId }: Question, limits: SpendLimits) {
  const payers: (Payer & { readonly limit: number | null })[] = [
    { kind: 'workspace', id: 0, limit: limits.workspace },
  ]
  if (chat !== null) payers.push({ kind: 'chat', id: chat.id, limit: limits.chat })
  if (personId !== null) payers.push({ kind: 'person', id: personId, limit: limits.person })
  return payers
}

function add(a: Spent, b: Spent): Spent {
  return { tokens: a.tokens + b.tokens, costUsd: a.costUsd + b.costUsd }
}

function sum(used: Omit<ModelUsage, 'unpaid'>, reply: ModelReply, costUsd: number | null) {
  return {
    inputTokens: used.inputTokens + reply.inputTokens,
    outputTokens: used.outputTokens + reply.outputTokens,
    costUsd: used.costUsd === null || costUsd === null ? null : used.costUsd + costUsd,
    calls: used.calls + 1,
  }
}
