import { z } from 'zod'

const flag = z.enum(['0', '1'])

/** The settings of the HTTP server and its storage; part of settings.ts. */
export const serverSettings = {
  EARSHOT_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .meta({ label: 'Listen address' })
    .describe('Address to listen on. A non-loopback address requires API keys.'),
  EARSHOT_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(3210)
    .meta({ label: 'Listen port' })
    .describe('Port to listen on; `0` picks a free port.'),
  EARSHOT_DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .meta({ label: 'Data directory' })
    .describe('Directory of the embedded database and its journal.'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .meta({ secret: true, label: 'PostgreSQL URL' })
    .describe('URL of PostgreSQL 15 or newer with pgvector; unset: the embedded database.'),
  EARSHOT_RATE_PER_MINUTE: z.coerce
    .number()
    .int()
    .positive()
    .default(6_000)
    .meta({ label: 'API rate limit' })
    .describe(
      'Maximum requests per minute per API key; all requests without a key share one limit. Further requests get 429.',
    ),
  EARSHOT_BODY_MEGABYTES: z.coerce
    .number()
    .positive()
    .max(100)
    .default(8)
    .meta({ label: 'Maximum request body' })
    .describe('Maximum request body in megabytes, except file uploads; larger: 413.'),
  EARSHOT_TOPIC_DIALOG: z
    .enum(['off', 'on', 'ab'])
    .default('off')
    .meta({ label: 'Topic dialog' })
    .describe(
      'Whether the console asks “Do you know today’s topic?” at the start of a session. `ab`: in half of the sessions; both halves are counted.',
    ),
  EARSHOT_DEMO: flag
    .default('1')
    .meta({ label: 'Demo chat' })
    .describe('`0`: do not load the demo chat into an empty database.'),
  EARSHOT_LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .meta({ label: 'Log level' })
    .describe('Minimum level of log entries. Message text and secrets are never logged.'),
}
