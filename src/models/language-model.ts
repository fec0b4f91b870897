import type { Prompt, Task } from '../domain/prompt.ts'

/** One request to a model: the same wish as prompt (for a language model) and as task (for ours). */
export type ModelCall = {
  readonly prompt: Prompt
  readonly task: Task
  readonly maxOutputTokens: number
  readonly temperature: number
  readonly signal?: AbortSignal | undefined
  /** What the model may call by itself while it answers; nothing unless given. */
  readonly tools?: ToolBox | undefined
  /**
   * Told each piece of the text as it is written, for a reader who watches; must not throw. A model
   * that calls tools may say something first ("Let me look that up."): the reader is told that too,
   * though the reply's text is only what was said last. Once anything was told, a failure is final:
   * `model_unavailable`, with no retry of that step and no fallback.
   */
  readonly onText?: ((piece: string) => void) | undefined
}

/** A tool as a model is told of it; `parameters` is a JSON schema. */
export type Tool = {
  readonly name: string
  readonly description: string
  readonly parameters: unknown
}

/** Tools, and how one is run. */
export type ToolBox = {
  readonly tools: readonly Tool[]
  /** Never fails: what went wrong is the result, for the model to read. */
  run(name: string, args: unknown, signal: AbortSignal): Promise<ToolResult>
  /** So often the model may ask for tools before it must answer. */
  readonly maxRounds: number
  /** For all its tools together. */
  readonly timeoutMs: number
  /** Tokens of all results together, at most. */
  readonly maxTokens: number
}

/** What a tool found, as JSON, or why it found nothing. */
export type ToolResult = { readonly output: unknown; readonly failed: string | null }

/** A tool the model called, for the trace: not what it was asked, nor what it said. */
export type ToolUse = {
  readonly name: string
  readonly ms: number
  readonly failed: string | null
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
  readonly toolUses: readonly ToolUse[]
}

/**
 * An outside mind. Fails with AppError (model_*), or with the signal's own reason when the caller
 * aborts; retries and timeouts are inside.
 */
export type LanguageModel = {
  readonly id: string
  readonly provider: string
  /** Whether a prompt may carry this kind of media, by its MIME type (`video/youtube` for a link). */
  accepts(mimeType: string): boolean
  complete(call: ModelCall): Promise<ModelReply>
}
