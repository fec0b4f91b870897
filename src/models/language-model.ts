import type { Prompt, Task } from '../domain/prompt.ts'

/** One request to a model: the same request as prompt (for a language model) and as task (for the offline one). */
export type ModelCall = {
  readonly prompt: Prompt
  readonly task: Task
  readonly maxOutputTokens: number
  readonly temperature: number
  readonly signal?: AbortSignal | undefined
  /** Tools the model may call while it answers; none by default. */
  readonly tools?: ToolBox | undefined
  /**
   * Called with each piece of the text as it is generated; must not throw. A model that calls tools may write
   * something first ("Let me look that up."): that is emitted too, though the reply's text is only the last
   * step's. Once anything was emitted, a failure is final: `model_unavailable`, with no retry of that step and
   * no fallback.
   */
  readonly onText?: ((piece: string) => void) | undefined
}

/** A tool as described to a model; `parameters` is a JSON schema. */
export type Tool = {
  readonly name: string
  readonly description: string
  readonly parameters: unknown
}

/** Tools, and how one is run. */
export type ToolBox = {
  readonly tools: readonly Tool[]
  /** Never throws: an error is the result, for the model to read. */
  run(name: string, args: unknown, signal: AbortSignal): Promise<ToolResult>
  /** Rounds of tool calls before the model must answer. */
  readonly maxRounds: number
  /** For all its tools together. */
  readonly timeoutMs: number
  /** Tokens of all results together, at most. */
  readonly maxTokens: number
}

/** A tool's result as JSON, or why it failed. */
export type ToolResult = { readonly output: unknown; readonly failed: string | null }

/** A tool the model called, for the trace: without its arguments and its result. */
export type ToolUse = {
  readonly name: string
  readonly ms: number
  readonly failed: string | null
}

export type ModelReply = {
  readonly text: string
  /** The model that really answered: the fallback's id when the provider was down. */
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
 * A language model. Throws AppError (model_*), or the signal's own reason when the caller aborts; retries and
 * timeouts are inside.
 */
export type LanguageModel = {
  readonly id: string
  readonly provider: string
  /** Whether a prompt may carry this kind of media, by its MIME type (`video/youtube` for a link). */
  accepts(mimeType: string): boolean
  complete(call: ModelCall): Promise<ModelReply>
}
