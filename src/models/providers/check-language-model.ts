import { AppError, isAppError } from '../../domain/errors.ts'
import type { LanguageModel, ModelReply } from '../language-model.ts'

type ModelCheck =
  | { readonly reachable: true; readonly reply: ModelReply }
  | { readonly reachable: false; readonly error: AppError }

/**
 * Asks the model for one word, for `doctor` and the settings. A reply from the fallback counts as not reachable: the check is
 * whether the chosen model is there. The output limit is far above one word because reasoning models spend it
 * on reasoning first.
 */
export async function checkLanguageModel(
  model: LanguageModel,
  signal?: AbortSignal,
): Promise<ModelCheck> {
  try {
    const reply = await model.complete({
      prompt: {
        system: 'You are being checked for reachability.',
        messages: [{ role: 'user', content: 'Answer with the word ready.' }],
      },
      task: { kind: 'answer', question: 'ready?', lines: [] },
      maxOutputTokens: 512,
      temperature: 0,
      signal,
    })
    const { fallbackReason } = reply
    if (fallbackReason === null) return { reachable: true, reply }
    return { reachable: false, error: new AppError('model_unavailable', fallbackReason) }
  } catch (error) {
    if (isAppError(error)) return { reachable: false, error }
    throw error
  }
}
