import type { EngineEvent } from '../domain/events.ts'

/* Does the language model answer? Known from the questions themselves: a test call every minute would cost money. */

export type ModelState = {
  record(event: EngineEvent): void
  /** Fails from a failure of the model until it answers again. Optional: quotes are answered meanwhile. */
  readonly check: { readonly name: 'model'; readonly isOptional: true; run(): Promise<void> }
}

/** Remembers how the latest question ended that a model was asked for. */
export function createModelState(now: () => Date): ModelState {
  let failed: { readonly code: string; readonly at: Date } | null = null
  return {
    record: (event) => {
      const code = failureIn(event)
      if (code !== undefined) failed = code === null ? null : { code, at: now() }
    },
    check: {
      name: 'model',
      isOptional: true,
      run: async () => {
        if (failed === null) return
        const at = failed.at.toISOString()
        throw new Error(
          `The language model failed at ${at} (${failed.code}) and has not answered since. Run "earshot doctor", or test it in the console's settings.`,
        )
      },
    },
  }
}

/** The code of a failure of the model; null if it answered, undefined if the event does not tell. */
function failureIn(event: EngineEvent): string | null | undefined {
  if (event.name === 'question.answered') {
    if (event.isFallback) return 'model_unavailable'
    return event.inputTokens + event.outputTokens > 0 ? null : undefined
  }
  if (event.name !== 'question.failed') return undefined
  return event.code.startsWith('model_') ? event.code : undefined
}
