import type { Prompt, Task } from '../domain/prompt.ts'

/** One request to a model: the same wish as prompt (for a language model) and as task (for ours). */
export type ModelCall = {
  readonly prompt: Prompt
  readonly task: Task
  readonly maxOutputTokens: number
  readonly temperature: number
  readonly signal?: AbortSignal | undefined
}

export type ModelReply = {
  readonly text: string
  /** Which model really answered: the fallback's id when the provider was down. */
  readonly modelId: string
  readonly provider: string
  /** True when the text is quotes from the context, not written by a language model. */
  readonly isExtract: boolean
  readonly inputTokens: number
  readonly outputTokens: number
  /** Why another model than the chosen one answered; null when the chosen one did. */
  readonly fallbackReason: string | null
}

/**
 * An outside mind. Fails with AppError (model_*), or with the signal's own reason when the caller
 * aborts; retries and timeouts are inside.
 */
export type LanguageModel = {
  readonly id: string
  readonly provider: string
  complete(call: ModelCall): Promise<ModelReply>
}
