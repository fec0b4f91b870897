import { z } from 'zod'
import { AppError } from './domain/errors.ts'

const url = z.url({ protocol: /^https?$/ })
const flag = z.enum(['0', '1'])

/** Every knob, in one place; docs/configuration.md is made from it. */
export const Settings = z.object({
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
    .describe('PostgreSQL 15 or newer with pgvector; absent means the embedded database.'),
  EARSHOT_MODEL: z
    .string()
    .min(1)
    .default('offline')
    .describe(
      'Who answers: `google:…`, `openai:…`, `anthropic:…`, `compatible:…`, or `offline`, which quotes the chat and needs no key.',
    ),
  GOOGLE_GENERATIVE_AI_API_KEY: z.string().optional().describe('Key for `google:` models.'),
  OPENAI_API_KEY: z.string().optional().describe('Key for `openai:` models.'),
  ANTHROPIC_API_KEY: z.string().optional().describe('Key for `anthropic:` models.'),
  EARSHOT_COMPATIBLE_API_KEY: z
    .string()
    .optional()
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
  EARSHOT_CONTEXT_TOKENS: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .default(4_000)
    .describe('Tokens a prompt may use for context, the system prompt included.'),
  EARSHOT_SYSTEM_TOKENS: z.coerce
    .number()
    .int()
    .min(0)
    .default(500)
    .describe('Tokens of these that are held back for the system prompt.'),
  EARSHOT_CONVERSATION_WINDOW: z.coerce
    .number()
    .int()
    .min(1)
    .max(10)
    .default(5)
    .describe('Earlier turns of a session the model is shown, unless the request says otherwise.'),
  EARSHOT_IDLE_TIMEOUT_MINUTES: z.coerce
    .number()
    .positive()
    .default(15)
    .describe('The silence that ends a session.'),
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
  EARSHOT_DEMO: flag
    .default('1')
    .describe('`0`: do not load the demo chat into an empty database.'),
  EARSHOT_LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('How much is logged. Message text and secrets never are.'),
})

export type Config = Readonly<z.output<typeof Settings>>

type Values = Record<string, unknown>

/**
 * Reads the settings; the environment wins over the file. The only reader of the environment: called
 * once, in main.ts; tests pass a plain object.
 */
export function readConfig(env: Values, fileText: string | null): Config {
  const names = Object.keys(Settings.shape)
  const file = fileText === null ? {} : parseFile(fileText, names)
  const given = names.flatMap((name) => {
    const value = env[name] ?? file[name]
    // An empty variable is how shells and compose files say "not set".
    return value === undefined || value === '' ? [] : [[name, value] as const]
  })
  const result = Settings.safeParse(Object.fromEntries(given))
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const name = String(issue?.path[0] ?? '')
  throw new AppError(
    'bad_config',
    `${name} is not usable: ${issue?.message ?? 'unknown reason'}. See docs/configuration.md: ${Settings.shape[name as keyof Config]?.description ?? ''}`,
    { details: { setting: name } },
  )
}

function parseFile(text: string, names: readonly string[]): Values {
  const bad = (why: string) =>
    new AppError(
      'bad_config',
      `earshot.config.json ${why}. Its names are those of docs/configuration.md.`,
    )
  let file: unknown
  try {
    file = JSON.parse(text)
  } catch (error) {
    throw bad(`is not JSON (${error instanceof Error ? error.message : error})`)
  }
  if (typeof file !== 'object' || file === null || Array.isArray(file))
    throw bad('is not an object')
  const unknown = Object.keys(file).find((name) => !names.includes(name))
  if (unknown !== undefined) throw bad(`has an unknown setting "${unknown}"`)
  // Numbers and flags may be written as such; the environment knows strings only.
  return Object.fromEntries(
    Object.entries(file).map(([name, value]) => [
      name,
      typeof value === 'boolean' ? String(Number(value)) : value,
    ]),
  )
}

/** docs/configuration.md, as it must be. */
export function configurationDocs(): string {
  const rows = Object.entries(Settings.shape).map(([name, field]) => {
    const fallback = field.safeParse(undefined).data
    const shown = fallback === undefined ? '' : `\`${String(fallback)}\``
    return `| \`${name}\` | ${shown} | ${field.description ?? ''} |`
  })
  return [
    '# Configuration',
    '',
    'Settings are environment variables, or the same names in `earshot.config.json` in the working',
    'directory; the environment wins. This page is made from `src/config.ts` by `npm run docs`.',
    '',
    '| name | default | meaning |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
