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
    .describe('Address to listen on. Anything but loopback needs API keys.'),
  EARSHOT_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(3210)
    .describe('Port to listen on; 0 takes a free one.'),
  EARSHOT_DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .describe('Where the embedded database and its journal live.'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .meta({ secret: true })
    .describe('PostgreSQL 15 or newer with pgvector; absent means the embedded database.'),
  EARSHOT_RATE_PER_MINUTE: z.coerce
    .number()
    .int()
    .positive()
    .default(6_000)
    .describe('Requests a minute for one key, or for one address at an open door.'),
  EARSHOT_BODY_MEGABYTES: z.coerce
    .number()
    .positive()
    .max(100)
    .default(8)
    .describe('The largest request body.'),
  EARSHOT_TOPIC_DIALOG: z
    .enum(['off', 'on', 'ab'])
    .default('off')
    .describe(
      'Whether the console asks “Do you know today’s topic?” when a chat begins; `ab`: in half of the chats, and both halves are counted.',
    ),
  EARSHOT_DEMO: flag
    .default('1')
    .describe('`0`: do not load the demo chat into an empty database.'),
  EARSHOT_LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('How much is logged. Message text and secrets never are.'),
}

const modelSettings = {
  EARSHOT_MODEL: z
    .string()
    .min(1)
    .default('offline')
    .describe(
      'Who answers: `google:…`, `openai:…`, `anthropic:…`, `compatible:…`, or `offline`, which quotes the chat and needs no key.',
    ),
  GOOGLE_GENERATIVE_AI_API_KEY: z
    .string()
    .optional()
    .meta({ secret: true })
    .describe('Key for `google:` models.'),
  OPENAI_API_KEY: z
    .string()
    .optional()
    .meta({ secret: true })
    .describe('Key for `openai:` models.'),
  ANTHROPIC_API_KEY: z
    .string()
    .optional()
    .meta({ secret: true })
    .describe('Key for `anthropic:` models.'),
  EARSHOT_COMPATIBLE_API_KEY: z
    .string()
    .optional()
    .meta({ secret: true })
    .describe('Key for `compatible:` models, where the server wants one.'),
  EARSHOT_GOOGLE_BASE_URL: url.optional().describe('Where `google:` models are reached instead.'),
  EARSHOT_OPENAI_BASE_URL: url.optional().describe('Where `openai:` models are reached instead.'),
  EARSHOT_ANTHROPIC_BASE_URL: url
    .optional()
    .describe('Where `anthropic:` models are reached instead.'),
  EARSHOT_COMPATIBLE_BASE_URL: url
    .optional()
    .describe('The OpenAI-compatible server (Ollama, vLLM, …), such as http://127.0.0.1:11434/v1.'),
  EARSHOT_MODEL_TIMEOUT_SECONDS: z.coerce
    .number()
    .positive()
    .max(600)
    .default(60)
    .describe('How long a model may take, retries included, before the offline model answers.'),
  EARSHOT_MODEL_RETRIES: z.coerce
    .number()
    .int()
    .min(0)
    .max(10)
    .default(2)
    .describe('How often a model that is busy (429) or failing (5xx) is asked again.'),
  EARSHOT_EMBEDDINGS: z
    .string()
    .min(1)
    .default('builtin')
    .describe(
      'What finds messages alike: `builtin`, `none`, or `google:…`, `openai:…`, `compatible:…`.',
    ),
}

const contextSettings = {
  EARSHOT_CONTEXT_TOKENS: z.coerce
    .number()
    .int()
    .min(1_000)
    .max(1_000_000)
    .default(4_000)
    .describe('Tokens a prompt may hold, all of it; what tools bring comes on top.'),
  EARSHOT_SYSTEM_TOKENS: z.coerce
    .number()
    .int()
    .min(0)
    .default(500)
    .describe(
      'Tokens of these that `/api/context/build` holds back for the caller’s system prompt.',
    ),
  EARSHOT_SOURCE_DEADLINE_MS: z.coerce
    .number()
    .int()
    .min(1)
    .max(60_000)
    .default(2_000)
    .describe(
      'How long each source of a context may take; a slower one is left out, and `why` says so.',
    ),
  EARSHOT_BUDGET_SOLVER: z
    .enum(['greedy', 'exact'])
    .default('greedy')
    .describe(
      'How the budget is filled: `greedy`, or `exact`, which is never worse and takes longer.',
    ),
  EARSHOT_NEARBY_SHARE: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(0.2)
    .describe(
      'Share of a context that messages near the conversation may take, where it is free after everything else; `0` offers none.',
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
      'What each part of a score counts for, where it differs from the default: `conversation=0.5 recency=0`. Parts: conversation, search, text, keywords, alike, recency, source, usage.',
    ),
  EARSHOT_CONVERSATION_WINDOW: z.coerce
    .number()
    .int()
    .min(1)
    .max(10)
    .default(5)
    .describe('Earlier turns of a session the model is shown, unless the request says otherwise.'),
}

const fileSettings = {
  EARSHOT_FILE_MEGABYTES: z.coerce
    .number()
    .positive()
    .max(100)
    .default(10)
    .describe('The largest file.'),
  EARSHOT_FILE_CHARACTERS: z.coerce
    .number()
    .int()
    .positive()
    .max(100_000_000)
    .default(4_000_000)
    .describe('The longest text a file may hold once it is read; a long novel has 3,000,000.'),
  EARSHOT_FILE_CHUNKS: z.coerce
    .number()
    .int()
    .positive()
    .max(100_000)
    .default(4_000)
    .describe('The most pieces a file may be cut into, of about 230 words each.'),
  EARSHOT_FILE_PAGES: z.coerce
    .number()
    .int()
    .positive()
    .default(2_000)
    .describe('The most pages a PDF may have.'),
  EARSHOT_FILE_SECONDS: z.coerce
    .number()
    .positive()
    .max(600)
    .default(30)
    .describe('How long reading a PDF or DOCX may take.'),
  EARSHOT_FILES_PER_OWNER: z.coerce
    .number()
    .int()
    .positive()
    .default(20_000)
    .describe('The most files of one chat, one person, or the workspace itself.'),
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
