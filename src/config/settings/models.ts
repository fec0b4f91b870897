import { z } from 'zod'
import { readCapabilities } from '../../app/read-capabilities.ts'

const url = z.url({ protocol: /^https?$/ })

/** The settings of models and their providers; part of settings.ts. */
export const modelSettings = {
  EARSHOT_MODEL: z
    .string()
    .min(1)
    .default('offline')
    .meta({ label: 'Answer model' })
    .describe(
      'Model that writes answers: `google:…`, `openai:…`, `anthropic:…`, `compatible:…`, or `offline`, which quotes the chat and needs no key.',
    ),
  EARSHOT_MODEL_CAPABILITIES: z
    .string()
    .default('')
    .superRefine((text, context) => {
      for (const message of readCapabilities(text).problems) {
        context.addIssue({ code: 'custom', message })
      }
    })
    .meta({ label: 'Model capabilities' })
    .describe(
      'What a model can do, where it differs from its provider’s other models: `compatible:tiny:1b media=none tools=no system=no context=8192`; several models with `;` between them. `media`: MIME types besides text, or `none`; `tools`, `system` (system instructions): `yes` or `no`; `context`: longest prompt in tokens, which limits EARSHOT_CONTEXT_TOKENS. What is not set is found out when the model refuses it.',
    ),
  GOOGLE_GENERATIVE_AI_API_KEY: z
    .string()
    .optional()
    .meta({ secret: true, label: 'Google API key' })
    .describe('API key for `google:` models.'),
  OPENAI_API_KEY: z
    .string()
    .optional()
    .meta({ secret: true, label: 'OpenAI API key' })
    .describe('API key for `openai:` models.'),
  ANTHROPIC_API_KEY: z
    .string()
    .optional()
    .meta({ secret: true, label: 'Anthropic API key' })
    .describe('API key for `anthropic:` models.'),
  EARSHOT_COMPATIBLE_API_KEY: z
    .string()
    .optional()
    .meta({ secret: true, label: 'OpenAI-compatible API key' })
    .describe('API key for `compatible:` models, if the server requires one.'),
  EARSHOT_GOOGLE_BASE_URL: url
    .optional()
    .meta({ label: 'Google base URL' })
    .describe('Overrides the base URL of `google:` models.'),
  EARSHOT_OPENAI_BASE_URL: url
    .optional()
    .meta({ label: 'OpenAI base URL' })
    .describe('Overrides the base URL of `openai:` models.'),
  EARSHOT_ANTHROPIC_BASE_URL: url
    .optional()
    .meta({ label: 'Anthropic base URL' })
    .describe('Overrides the base URL of `anthropic:` models.'),
  EARSHOT_COMPATIBLE_BASE_URL: url
    .optional()
    .meta({ label: 'OpenAI-compatible base URL' })
    .describe(
      'Base URL of an OpenAI-compatible server (Ollama, vLLM), e.g. http://127.0.0.1:11434/v1.',
    ),
  EARSHOT_MODEL_TIMEOUT_SECONDS: z.coerce
    .number()
    .positive()
    .max(600)
    .default(60)
    .meta({ label: 'Model timeout' })
    .describe('Timeout of a model call in seconds, with retries; then the offline model answers.'),
  EARSHOT_MODEL_RETRIES: z.coerce
    .number()
    .int()
    .min(0)
    .max(10)
    .default(2)
    .meta({ label: 'Model retries' })
    .describe('Maximum retries of a model call that fails with 429 (busy) or 5xx.'),
  EARSHOT_TRANSCRIPTION: z
    .string()
    .min(1)
    .default('off')
    .meta({ label: 'Transcription model' })
    .describe(
      'Model that writes down voice messages: `off`, or `openai:…` such as `openai:whisper-1`, also of a compatible server, by the OpenAI base URL. Recordings are sent to it and not stored.',
    ),
  EARSHOT_EMBEDDINGS: z
    .string()
    .min(1)
    .default('builtin')
    .meta({ label: 'Embedding model' })
    .describe(
      'Embedding model for search by meaning: `builtin`, `none`, or `google:…`, `openai:…`, `compatible:…`.',
    ),
}
