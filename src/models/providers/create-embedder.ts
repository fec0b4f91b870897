import type { Embedder } from '../embedder.ts'
import { createStaticEmbedder } from '../static-embedder.ts'
import { readModelSetting } from './model-setting.ts'
import type { ProviderSettings } from './provider-access.ts'

export type EmbedderSettings = ProviderSettings & {
  /** `builtin`, `none`, or `provider:name` with google, openai or compatible. */
  readonly embeddings: string
}

const CHOICES = {
  available: 'builtin, none, google:…, openai:…, compatible:…',
  example: 'openai:text-embedding-3-small',
}

/** The configured embedder; null for `none`, in which case search uses words alone. */
export async function createEmbedder(settings: EmbedderSettings): Promise<Embedder | null> {
  const setting = settings.embeddings.trim()
  if (setting === 'none') return null
  if (setting === 'builtin') return createStaticEmbedder()
  const { provider, name } = readModelSetting(setting, CHOICES)
  const { createProviderEmbedder } = await import('./provider-embedder.ts')
  return createProviderEmbedder(provider, name, settings)
}
