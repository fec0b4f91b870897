import { isAppError } from '../domain/errors.ts'
import type { LanguageModel } from './language-model.ts'

/**
 * Answers with the second model when the first is down. Only then: a rejected key or an unknown
 * model is the operator's to mend, and hiding it behind weaker answers would leave it unmended.
 */
export function withFallback(model: LanguageModel, fallback: LanguageModel): LanguageModel {
  return {
    id: model.id,
    provider: model.provider,
    complete: async (call) => {
      try {
        return await model.complete(call)
      } catch (error) {
        if (!isAppError(error, 'model_unavailable')) throw error
        return { ...(await fallback.complete(call)), fallbackReason: error.message }
      }
    },
  }
}
