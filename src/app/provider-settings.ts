import type { Config } from '../config/config.ts'
import type { ProviderSettings } from '../models/providers/provider-access.ts'
import { readCapabilities } from './read-capabilities.ts'

/** The provider part of the settings, as models/ takes it. */
export function providerSettings(config: Config): ProviderSettings {
  return {
    keys: {
      google: config.GOOGLE_GENERATIVE_AI_API_KEY,
      openai: config.OPENAI_API_KEY,
      anthropic: config.ANTHROPIC_API_KEY,
      compatible: config.EARSHOT_COMPATIBLE_API_KEY,
    },
    baseUrls: {
      google: config.EARSHOT_GOOGLE_BASE_URL,
      openai: config.EARSHOT_OPENAI_BASE_URL,
      anthropic: config.EARSHOT_ANTHROPIC_BASE_URL,
      compatible: config.EARSHOT_COMPATIBLE_BASE_URL,
    },
    timeoutMs: config.EARSHOT_MODEL_TIMEOUT_SECONDS * 1_000,
    maxRetries: config.EARSHOT_MODEL_RETRIES,
    capabilities: readCapabilities(config.EARSHOT_MODEL_CAPABILITIES).capabilities,
  }
}
