import { findChatById } from '../../db/messages/chats.ts'
import { DEMO_CHANNEL } from '../../domain/chat.ts'
import { AppError, isAppError } from '../../domain/errors.ts'
import type { Prompt, Task } from '../../domain/prompt.ts'
import { workspaceScope } from '../../domain/scope.ts'
import type { LanguageModel } from '../../models/language-model.ts'
import type { MemoryDeps } from '../deps.ts'
import { type MemoryPayer, mayPay, notePaid } from '../spending.ts'

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
  payer: MemoryPayer,
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
    const isFree = deps.model === deps.offline || (await isOfDemo(payer, deps))
    if (!isFree && (await mayPay(payer, deps))) {
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
  { workspaceId, owner: { chatId } }: MemoryPayer,
  { database }: MemoryDeps,
): Promise<boolean> {
  if (chatId === null) return false
  const chat = await database.within(workspaceScope(workspaceId), (db) =>
    findChatById(db, workspaceId, chatId),
  )
  return chat?.channel === DEMO_CHANNEL
}
