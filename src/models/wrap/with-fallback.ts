import { isAppError } from '../../domain/errors.ts'
import type { LanguageModel } from '../language-model.ts'

/**
 * Answers with the second model when the first is unavailable. Only then: a rejected key or an unknown model is
 * for the operator to fix, and weaker answers would hide it. Once a part of the first model's answer was
 * emitted there is no fallback: the reader would see both.
 */
export function withFallback(model: LanguageModel, fallback: LanguageModel): LanguageModel {
  return {
    id: model.id,
    provider: model.provider,
    accepts: model.accepts,
    complete: async (call) => {
      let isTold = false
      const tell = (piece: string) => {
        isTold = true
        call.onText?.(piece)
      }
      try {
        return await model.complete({ ...call, onText: call.onText && tell })
      } catch (error) {
        if (isTold || !isAppError(error, 'model_unavailable')) throw error
        return { ...(await fallback.complete(call)), fallbackReason: error.message }
      }
    },
  }
}
