import type { LanguageModel } from '../language-model.ts'
import { createOfflineModel } from '../offline/offline-model.ts'
import { withFallback } from '../wrap/with-fallback.ts'
import { readModelSetting } from './model-setting.ts'
import type { ProviderSettings } from './provider-access.ts'

export type ModelSettings = ProviderSettings & {
  /** `offline`, or `provider:name` with google, openai, anthropic or compatible. */
  readonly model: string
}

const CHOICES = {
  available: 'offline, google:…, openai:…, anthropic:…, compatible:…',
  example: 'google:gemini-2.5-flash',
}

/**
 * The configured model; a provider's model has the offline model as fallback. Throws at once, and not at the
 * first question, when the name is unknown or the key is not set.
 */
export async function createLanguageModel(settings: ModelSettings): Promise<LanguageModel> {
  const setting = settings.model.trim()
  if (setting === 'offline') return createOfflineModel()
  const { provider, name } = readModelSetting(setting, CHOICES)
  // The AI SDK takes a third of a second to load, and the offline model does without.
  const { createProviderModel } = await import('./provider-model.ts')
  return withFallback(
    await createProviderModel(provider, name, settings),
    createOfflineModel('fallback'),
  )
}
