import { z } from 'zod'
import { readWeights } from '../app/read-weights.ts'
import { answeringSettings } from './settings/answers.ts'
import { memorySettings } from './settings/memory.ts'
import { telegramSettings } from './settings/telegram.ts'

const url = z.url({ protocol: /^https?$/ })
const flag = z.enum(['0', '1'])

const serverSettings = {
  EARSHOT_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('Address to listen on. A non-loopback address requires API keys.'),
  EARSHOT_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(3210)
    .describe('Port to listen on; `0` picks a free port.'),
  EARSHOT_DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .describe('Directory of the embedded database and its journal.'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .meta({ secret: true })
    .describe('URL of PostgreSQL 15 or newer with pgvector; unset: the embedded database.'),
  EARSHOT_RATE_PER_MINUTE: z.coerce
    .number()
    .int()
    .positive()
    .default(6_000)
    .describe(
      'Maximum requests per minute per API key; all requests without a key share one limit. Further requests get 429.',
    ),
  EARSHOT_BODY_MEGABYTES: z.coerce
    .number()
    .positive()
    .max(100)
    .default(8)
    .describe('Maximum request body in megabytes, except file uploads; larger: 413.'),
  EARSHOT_TOPIC_DIALOG: z
    .enum(['off', 'on', 'ab'])
    .default('off')
    .describe(
      'Whether the console asks “Do you know today’s topic?” at the start of a chat. `ab`: in half of the chats; both halves are counted.',
    ),
  EARSHOT_DEMO: flag
    .default('1')
    .describe('`0`: do not load the demo chat into an empty database.'),
  EARSHOT_LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Minimum level of log entries. Message text and secrets are never logged.'),
}

const modelSettings = {
  EARSHOT_MODEL: z
    .string()
    .min(1)
    .default('offline')
    .describe(
      'Model that writes answers: `google:…`, `openai:…`, `anthropic:…`, `compatible:…`, or `offline`, which quotes the chat and needs no key.',
    ),
  GOOGLE_GENERATIVE_AI_API_KEY: z
    .string()
    .optional()
    .meta({ secret: true })
    .describe('API key for `google:` models.'),
  OPENAI_API_KEY: z
    .string()
    .optional()
    .meta({ secret: true })
    .describe('API key for `openai:` models.'),
  ANTHROPIC_API_KEY: z
    .string()
    .optional()
    .meta({ secret: true })
    .describe('API key for `anthropic:` models.'),
  EARSHOT_COMPATIBLE_API_KEY: z
    .string()
    .optional()
    .meta({ secret: true })
    .describe('API key for `compatible:` models, if the server requires one.'),
  EARSHOT_GOOGLE_BASE_URL: url.optional().describe('Overrides the base URL of `google:` models.'),
  EARSHOT_OPENAI_BASE_URL: url.optional().describe('Overrides the base URL of `openai:` models.'),
  EARSHOT_ANTHROPIC_BASE_URL: url
    .optional()
    .describe('Overrides the base URL of `anthropic:` models.'),
  EARSHOT_COMPATIBLE_BASE_URL: url
    .optional()
    .describe(
      'Base URL of an OpenAI-compatible server (Ollama, vLLM), e.g. http://127.0.0.1:11434/v1.',
    ),
  EARSHOT_MODEL_TIMEOUT_SECONDS: z.coerce
    .number()
    .positive()
    .max(600)
    .default(60)
    .describe('Timeout of a model call in seconds, with retries; then the offline model answers.'),
  EARSHOT_MODEL_RETRIES: z.coerce
    .number()
    .int()
    .min(0)
    .max(10)
    .default(2)
    .describe('Maximum retries of a model call that fails with 429 (busy) or 5xx.'),
  EARSHOT_EMBEDDINGS: z
    .string()
    .min(1)
    .default('builtin')
    .describe(
      'Embedding model for search by meaning: `builtin`, `none`, or `google:…`, `openai:…`, `compatible:…`.',
    ),
}

const contextSettings = {
  EARSHOT_CONTEXT_TOKENS: z.coerce
    .number()
    .int()
    .min(1_000)
    .max(1_000_000)
    .default(4_000)
    .describe('Maximum tokens of the whole prompt; results of tool calls are not counted.'),
  EARSHOT_SYSTEM_TOKENS: z.coerce
    .number()
    .int()
    .min(0)
    .default(500)
    .describe(
      'Tokens of EARSHOT_CONTEXT_TOKENS that `/api/context/build` reserves for the caller’s system prompt.',
    ),
  EARSHOT_SOURCE_DEADLINE_MS: z.coerce
    .number()
    .int()
    .min(1)
    .max(60_000)
    .default(2_000)
    .describe(
      'Timeout of each source of a context, in milliseconds. A slower source is left out, and `why` reports it.',
    ),
  EARSHOT_BUDGET_SOLVER: z
    .enum(['greedy', 'exact'])
    .default('greedy')
    .describe(
      'How pieces are selected for the token budget: `greedy`, or `exact`, which is slower and never worse.',
    ),
  EARSHOT_NEARBY_SHARE: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(0.2)
    .describe(
      'Maximum share of the context’s token budget for messages near the conversation, taken from what all other pieces leave free; `0` includes none.',
    ),
  EARSHOT_SCORE_WEIGHTS: z
    .string()
    .default('')
    .superRefine((text, context) => {
      for (const message of readWeights(text).problems) {
        context.addIssue({ code: 'custom', message })
      }
    })
    .describe(
      'Weights of the parts of a score, 0 to 1, where they differ from the default: `conversation=0.5 recency=0`. Parts: conversation, search, text, keywords, alike, recency, source, usage.',
    ),
  EARSHOT_CONVERSATION_WINDOW: z.coerce
    .number()
    .int()
    .min(1)
    .max(10)
    .default(5)
    .describe('Number of earlier turns of a session in the prompt; a request can override it.'),
}

const fileSettings = {
  EARSHOT_FILE_MEGABYTES: z.coerce
    .number()
    .positive()
    .max(100)
    .default(10)
    .describe('Maximum size of a file in megabytes; a larger file is rejected.'),
  EARSHOT_FILE_CHARACTERS: z.coerce
    .number()
    .int()
    .positive()
    .max(100_000_000)
    .default(4_000_000)
    .describe('Maximum characters of text in a file; a long novel has 3,000,000.'),
  EARSHOT_FILE_CHUNKS: z.coerce
    .number()
    .int()
    .positive()
    .max(100_000)
    .default(4_000)
    .describe('Maximum number of chunks per file, of about 230 words each.'),
  EARSHOT_FILE_PAGES: z.coerce
    .number()
    .int()
    .positive()
    .default(2_000)
    .describe('Maximum number of pages of a PDF.'),
  EARSHOT_FILE_SECONDS: z.coerce
    .number()
    .positive()
    .max(600)
    .default(30)
    .describe('Timeout for reading a PDF or DOCX, in seconds.'),
  EARSHOT_FILES_PER_OWNER: z.coerce
    .number()
    .int()
    .positive()
    .default(20_000)
    .describe('Maximum number of files per chat, per person, and of the workspace itself.'),
}

/** The settings in groups, as the console shows them. A value that must never be shown is marked `secret`. */
export const SETTING_GROUPS = {
  server: serverSettings,
  models: modelSettings,
  context: contextSettings,
  answers: answeringSettings,
  memory: memorySettings,
  telegram: telegramSettings,
  files: fileSettings,
}

/** Every setting, in one place; docs/configuration.md is generated from it. */
export const Settings = z.object({
  ...serverSettings,
  ...modelSettings,
  ...contextSettings,
  ...answeringSettings,
  ...memorySettings,
  ...telegramSettings,
  ...fileSettings,
})
