import type { Embedder } from '../embedder.ts'
import { createStaticEmbedder } from '../static-embedder.ts'
import { readModelSetting } from './model-setting.ts'
import { createProviderEmbedder } from './provider-embedder.ts'
import type { ProviderSettings } from './providers.ts'

export type EmbedderSettings = ProviderSettings & {
  /** `builtin`, `none`, or `provider:name` with google, openai or compatible. */
  readonly embeddings: string
}

const CHOICES = {
  available: 'builtin, none, google:…, openai:…, compatible:…',
  example: 'openai:text-embedding-3-small',
}

/** The configured embedder; null for `none`, in which case search uses words alone. */
export function createEmbedder(settings: EmbedderSettings): Embedder | null {
  const setting = settings.embeddings.trim()
  if (setting === 'none') return null
  if (setting === 'builtin') return createStaticEmbedder()
  const { provider, name } = readModelSetting(setting, CHOICES)
  return createProviderEmbedder(provider, name, settings)
}
