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

export type ProviderAccess = { readonly apiKey: string; readonly baseURL: string }

/** A base URL of null: the server is the user's own, and may need no key. */
const ENDPOINTS: Record<
  ProviderName,
  { readonly keyVariable: string; readonly baseUrl: string | null }
> = {
  google: {
    keyVariable: 'GOOGLE_GENERATIVE_AI_API_KEY',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
  },
  openai: { keyVariable: 'OPENAI_API_KEY', baseUrl: 'https://api.openai.com/v1' },
  anthropic: { keyVariable: 'ANTHROPIC_API_KEY', baseUrl: 'https://api.anthropic.com/v1' },
  compatible: { keyVariable: 'EARSHOT_COMPATIBLE_API_KEY', baseUrl: null },
}

/** True for a name that can stand before the colon of a model setting. */
export function isProviderName(name: string): name is ProviderName {
  return Object.hasOwn(ENDPOINTS, name)
}

/** The key and address of a provider; throws when one is not set or cannot be used. */
export function accessTo(provider: ProviderName, settings: ProviderSettings): ProviderAccess {
  const { keyVariable, baseUrl } = ENDPOINTS[provider]
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
