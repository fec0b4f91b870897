import { findSpent, type Payer, recordSpend, spendDay } from '../../db/answers/spend.ts'
import { findChatById } from '../../db/messages/chats.ts'
import { DEMO_CHANNEL } from '../../domain/chat.ts'
import { AppError, isAppError } from '../../domain/errors.ts'
import type { WorkspaceId } from '../../domain/ids.ts'
import type { MemoryOwner } from '../../domain/memory.ts'
import type { Prompt, Task } from '../../domain/prompt.ts'
import { workspaceScope } from '../../domain/scope.ts'
import type { LanguageModel, ModelReply } from '../../models/language-model.ts'
import { costOf } from '../../models/prices.ts'
import type { MemoryDeps } from '../deps.ts'

/** A prompt, and how its reply is parsed; null for an unusable reply. */
export type ModelRequest<T> = {
  readonly prompt: Prompt
  readonly task: Task
  readonly maxOutputTokens: number
  /** Sent to a model whose first reply was unusable; may name what was wrong with it. */
  readonly repair: string | ((reply: string) => string)
  /** `isLast`: there is no further model to ask, so something must be made of the reply. */
  read(reply: string, isLast: boolean): T | null
}

export type ModelResult<T> = {
  readonly value: T
  readonly modelId: string
  readonly tokens: number
  readonly ms: number
}

/**
 * Calls the model, retries once if its reply is unusable, and then calls the offline model, which always
 * has a usable one. The same where the daily tokens are used up, or the model is unavailable: memory does
 * not wait.
 */
export async function askModel<T>(
  request: ModelRequest<T>,
  payer: { readonly workspaceId: WorkspaceId; readonly owner: MemoryOwner },
  deps: MemoryDeps,
  signal?: AbortSignal,
): Promise<ModelResult<T>> {
  const started = performance.now()
  let tokens = 0
  const ask = async (model: LanguageModel, prompt: Prompt) => {
    const { task, maxOutputTokens } = request
    const reply = await model.complete({ prompt, task, maxOutputTokens, temperature: 0.2, signal })
    if (!reply.isExtract) {
      tokens += reply.inputTokens + reply.outputTokens
      await notePaid(payer, reply, deps)
    }
    const value = request.read(reply.text, model === deps.offline)
    return { value, text: reply.text, modelId: reply.modelId }
  }
  const made = async () => {
    if ((await mayPay(payer.workspaceId, deps)) && !(await isOfDemo(payer, deps))) {
      const first = await ask(deps.model, request.prompt)
      if (first.value !== null) return first
      const second = await ask(deps.model, withRepair(request, first.text))
      if (second.value !== null) return second
    }
    return ask(deps.offline, request.prompt)
  }
  const { value, modelId } = await made().catch((error: unknown) => {
    if (!isAppError(error, 'model_rejected_request')) throw error
    return ask(deps.offline, request.prompt)
  })
  if (value === null)
    throw new AppError(
      'internal',
      'The model returned no usable reply. Check the model, then retry the job.',
    )
  return { value, modelId, tokens, ms: Math.round(performance.now() - started) }
}

function withRepair({ prompt, repair }: ModelRequest<unknown>, reply: string): Prompt {
  const content = typeof repair === 'string' ? repair : repair(reply)
  return { ...prompt, messages: [...prompt.messages, { role: 'user', content }] }
}

/** The demo chat is loaded by a first start, which must cost nothing and reach no provider. */
async function isOfDemo(
  {
    workspaceId,
    owner: { chatId },
  }: { readonly workspaceId: WorkspaceId; readonly owner: MemoryOwner },
  { database }: MemoryDeps,
): Promise<boolean> {
  if (chatId === null) return false
  const chat = await database.within(workspaceScope(workspaceId), (db) =>
    findChatById(db, workspaceId, chatId),
  )
  return chat?.channel === DEMO_CHANNEL
}

async function mayPay(workspaceId: WorkspaceId, { database, settings, now }: MemoryDeps) {
  const { dailyTokens } = settings
  if (dailyTokens === null) return true
  const spent = await database.within(workspaceScope(workspaceId), (db) =>
    findSpent(db, workspaceId, spendDay(now()), { kind: 'workspace', id: 0 }),
  )
  return spent.tokens < dailyTokens
}

async function notePaid(
  { workspaceId, owner }: { readonly workspaceId: WorkspaceId; readonly owner: MemoryOwner },
  reply: ModelReply,
  { database, settings, now }: MemoryDeps,
): Promise<void> {
  const payers: Payer[] = [
    { kind: 'workspace', id: 0 },
    { kind: 'memory', id: 0 },
  ]
  if (owner.chatId !== null) payers.push({ kind: 'chat', id: owner.chatId })
  if (owner.personId !== null) payers.push({ kind: 'person', id: owner.personId })
  const tokens = reply.inputTokens + reply.outputTokens
  const spent = { tokens, costUsd: costOf(reply, settings.prices) ?? 0 }
  await database.within(workspaceScope(workspaceId), (db) =>
    recordSpend(db, workspaceId, spendDay(now()), payers, spent),
  )
}
