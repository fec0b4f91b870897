import type {
  EmbeddingModel as AnyEmbeddingModel,
  TranscriptionModel as AnyTranscriptionModel,
  wrapLanguageModel,
} from 'ai'
import {
  accessTo,
  type ProviderAccess,
  type ProviderName,
  type ProviderSettings,
} from './provider-access.ts'

/** A model of the SDK as an object. As a bare string the SDK would send it to a hosted gateway. */
export type ProviderLanguageModel = Parameters<typeof wrapLanguageModel>[0]['model']
export type ProviderEmbeddingModel = Exclude<AnyEmbeddingModel, string>
type ProviderTranscriptionModel = Exclude<AnyTranscriptionModel, string>

type Provider = {
  languageModel(name: string): ProviderLanguageModel
  readonly embeddingModel: ((name: string) => ProviderEmbeddingModel) | null
  readonly transcriptionModel?: (name: string) => ProviderTranscriptionModel
}

/** Only the SDK of the provider in use is loaded: each takes a tenth of a second of every start. */
const PROVIDERS: Record<ProviderName, (access: ProviderAccess) => Promise<Provider>> = {
  google: async (access) => {
    const { createGoogleGenerativeAI } = await import('@ai-sdk/google')
    const google = createGoogleGenerativeAI(access)
    return { languageModel: google, embeddingModel: (name) => google.embeddingModel(name) }
  },
  openai: async (access) => {
    const { createOpenAI } = await import('@ai-sdk/openai')
    const openai = createOpenAI(access)
    // Chat completions, not the SDK's default Responses API: proxies and gateways at a custom base URL
    // support the former, few the latter.
    return {
      languageModel: (name) => openai.chat(name),
      embeddingModel: (name) => openai.embeddingModel(name),
      transcriptionModel: (name) => openai.transcription(name),
    }
  },
  anthropic: async (access) => {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return { languageModel: createAnthropic(access), embeddingModel: null }
  },
  compatible: async ({ apiKey, baseURL }) => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
    const compatible = createOpenAICompatible({
      name: 'compatible',
      baseURL,
      // Without it a stream reports no token counts; common servers know the field or ignore it.
      includeUsage: true,
      ...(apiKey === '' ? {} : { apiKey }),
    })
    return {
      languageModel: (name) => compatible.chatModel(name),
      embeddingModel: (name) => compatible.embeddingModel(name),
    }
  },
}

/** Builds the SDK's language model; throws when its key or URL is not set. */
export async function providerLanguageModel(
  provider: ProviderName,
  name: string,
  settings: ProviderSettings,
): Promise<ProviderLanguageModel> {
  return (await open(provider, settings)).languageModel(name)
}

/** Builds the SDK's embedding model, or null for a vendor that has none. */
export async function providerEmbeddingModel(
  provider: ProviderName,
  name: string,
  settings: ProviderSettings,
): Promise<ProviderEmbeddingModel | null> {
  return (await open(provider, settings)).embeddingModel?.(name) ?? null
}

/** Builds the SDK's transcription model, or null for a vendor that has none. */
export async function providerTranscriptionModel(
  provider: ProviderName,
  name: string,
  settings: ProviderSettings,
): Promise<ProviderTranscriptionModel | null> {
  return (await open(provider, settings)).transcriptionModel?.(name) ?? null
}

function open(provider: ProviderName, settings: ProviderSettings): Promise<Provider> {
  // By default the SDK prints warnings to stdout, which belongs to --json and to MCP.
  globalThis.AI_SDK_LOG_WARNINGS ??= false
  return PROVIDERS[provider](accessTo(provider, settings))
}
