import { AppError, isAppError } from '../../domain/errors.ts'
import { toModelError, unavailable } from '../model-error.ts'
import type { Transcribe } from '../transcriber.ts'
import { withDeadline } from '../wrap/with-deadline.ts'
import { withRetries } from '../wrap/with-retries.ts'
import { readModelSetting } from './model-setting.ts'
import type { ProviderSettings } from './provider-access.ts'
import { providerTranscriptionModel } from './providers.ts'

const CHOICES = { available: 'off, openai:…', example: 'openai:whisper-1' }

/** The configured transcription model, through the AI SDK; null for `off`. */
export async function createTranscriber(
  setting: string,
  settings: ProviderSettings,
): Promise<Transcribe | null> {
  if (setting.trim() === 'off') return null
  const { provider, name } = readModelSetting(setting.trim(), CHOICES)
  const model = await providerTranscriptionModel(provider, name, settings)
  if (model === null) {
    throw new AppError(
      'model_unknown',
      `${provider} has no transcription models. Use off or openai:….`,
    )
  }
  const { experimental_transcribe: transcribe, NoTranscriptGeneratedError } = await import('ai')
  const target = { provider, name }
  return ({ bytes, signal }) =>
    withDeadline(settings.timeoutMs, signal, async (deadline) => {
      const attempt = () =>
        transcribe({ model, audio: bytes, maxRetries: 0, abortSignal: deadline.signal })
      try {
        const { text } = await withRetries(attempt, settings.maxRetries, deadline)
        return text.trim()
      } catch (error) {
        // Silence has no transcript.
        if (NoTranscriptGeneratedError.isInstance(error)) return ''
        signal?.throwIfAborted()
        if (deadline.isOver()) throw unavailable(target, 'did not answer in time')
        throw isAppError(error) ? error : toModelError(error, target)
      }
    })
}
