import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { EmbeddingModel as AnyEmbeddingModel, wrapLanguageModel } from 'ai'
import { AppError } from '../../domain/errors.ts'
import type { CapabilitiesByModel } from '../capabilities.ts'

export type ProviderName = 'google' | 'openai' | 'anthropic' | 'compatible'

/** How providers are reached. Keys and URLs are passed in: the SDKs never read the environment themselves. */
export type ProviderSettings = {
  readonly keys: { readonly [name in ProviderName]?: string | undefined }
  /** Absent means the vendor's own URL; `compatible` has none, so it must be given. */
  readonly baseUrls: { readonly [name in ProviderName]?: string | undefined }
  /** For one call as a whole: all attempts and the waits between them. */
  readonly timeoutMs: number
  readonly maxRetries: number
  /** What models can do, where it is known. */
  readonly capabilities?: CapabilitiesByModel
}

/** A model of the SDK as an object. As a bare string the SDK would send it to a hosted gateway. */
export type ProviderLanguageModel = Parameters<typeof wrapLanguageModel>[0]['model']
export type ProviderEmbeddingModel = Exclude<AnyEmbeddingModel, string>

type Access = { readonly apiKey: string; readonly baseURL: string }
type Provider = {
  readonly keyVariable: string
  /** Null where the server is the user's own, and may need no key. */
  readonly baseUrl: string | null
  readonly languageModel: (access: Access, name: string) => ProviderLanguageModel
  readonly embeddingModel: ((access: Access, name: string) => ProviderEmbeddingModel) | null
}

const PROVIDERS: Record<ProviderName, Provider> = {
  google: {
    keyVariable: 'GOOGLE_GENERATIVE_AI_API_KEY',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    languageModel: (access, name) => createGoogleGenerativeAI(access)(name),
    embeddingModel: (access, name) => createGoogleGenerativeAI(access).embeddingModel(name),
  },
  openai: {
    keyVariable: 'OPENAI_API_KEY',
    baseUrl: 'https://api.openai.com/v1',
    // Chat completions, not the SDK's default Responses API: proxies and gateways at a custom base URL
    // support the former, few the latter.
    languageModel: (access, name) => createOpenAI(access).chat(name),
    embeddingModel: (access, name) => createOpenAI(access).embeddingModel(name),
  },
  anthropic: {
    keyVariable: 'ANTHROPIC_API_KEY',
    baseUrl: 'https://api.anthropic.com/v1',
    languageModel: (access, name) => createAnthropic(access)(name),
    embeddingModel: null,
  },
  compatible: {
    keyVariable: 'EARSHOT_COMPATIBLE_API_KEY',
    baseUrl: null,
    languageModel: (access, name) => compatible(access).chatModel(name),
    embeddingModel: (access, name) => compatible(access).embeddingModel(name),
  },
}

/** True for a name that can stand before the colon of a model setting. */
export function isProviderName(name: string): name is ProviderName {
  return Object.hasOwn(PROVIDERS, name)
}

/** Builds the SDK's language model; throws when its key or URL is not set. */
export function providerLanguageModel(
  provider: ProviderName,
  name: string,
  settings: ProviderSettings,
): ProviderLanguageModel {
  return PROVIDERS[provider].languageModel(accessTo(provider, settings), name)
}

/** Builds the SDK's embedding model, or null for a vendor that has none. */
export function providerEmbeddingModel(
  provider: ProviderName,
  name: string,
  settings: ProviderSettings,
): ProviderEmbeddingModel | null {
  return PROVIDERS[provider].embeddingModel?.(accessTo(provider, settings), name) ?? null
}

const compatible = ({ apiKey, baseURL }: Access) =>
  createOpenAICompatible({
    name: 'compatible',
    baseURL,
    // Without it a stream reports no token counts; common servers know the field or ignore it.
    includeUsage: true,
    ...(apiKey === '' ? {} : { apiKey }),
  })

function accessTo(provider: ProviderName, settings: ProviderSettings): Access {
  // By default the SDK prints warnings to stdout, which belongs to --json and to MCP.
  globalThis.AI_SDK_LOG_WARNINGS ??= false
  const { keyVariable, baseUrl } = PROVIDERS[provider]
  const apiKey = settings.keys[provider]?.trim() ?? ''
  if (apiKey === '' && baseUrl !== null) {
    throw new AppError('model_key_missing', `${provider} needs a key: set ${keyVariable}.`, {
      details: { provider, variable: keyVariable },
    })
  }
  // Such a key cannot be sent in a header; the platform's own error would print it.
  if (/[^\x21-\x7e]/.test(apiKey)) {
    throw new AppError(
      'model_key_rejected',
      `The key of ${provider} contains a space or an invalid character: copy it again into ${keyVariable}.`,
      { details: { provider, variable: keyVariable } },
    )
  }
  return { apiKey, baseURL: checkedUrl(provider, settings.baseUrls[provider]?.trim() || baseUrl) }
}

function checkedUrl(provider: ProviderName, url: string | null): string {
  if (url === null) {
    const variable = 'EARSHOT_COMPATIBLE_BASE_URL'
    throw new AppError(
      'bad_config',
      `A compatible model needs the address of its server: set ${variable}, e.g. http://localhost:11434/v1.`,
      { details: { provider, variable } },
    )
  }
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || parsed.username + parsed.password) {
    throw new AppError(
      'bad_config',
      `The base URL of ${provider} must be a plain http or https address, without user and password.`,
      { details: { provider } },
    )
  }
  return url
}
