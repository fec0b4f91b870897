import { z } from 'zod'
import { HISTORY_FORMATS } from '../../domain/conversation.ts'
import { isTimeZone } from '../../domain/time-zone.ts'

const url = z.url({ protocol: /^https?$/ })
const flag = z.enum(['0', '1'])
const limit = z.coerce.number().int().min(0).optional()
const price = z.coerce.number().min(0).optional()

/** The settings of how an answer is made and what it may cost; part of settings.ts. */
export const answeringSettings = {
  EARSHOT_HISTORY_FORMAT: z
    .enum(HISTORY_FORMATS)
    .default('compact')
    .describe(
      'How the chat is put before a model: `compact` (a line a message, the fewest tokens), `turns` (a message each, with headers), `block` (the last lines in one fence).',
    ),
  EARSHOT_BLOCK_MESSAGES: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(60)
    .describe('Lines of a `block` at most; the oldest go first.'),
  EARSHOT_BLOCK_META: flag
    .default('1')
    .describe('`0`: lines of a `block` have only number and name.'),
  EARSHOT_BLOCK_PLACEMENT: z
    .enum(['user', 'system'])
    .default('user')
    .describe(
      'Where a `block` goes. `system` gives what strangers typed the weight of your own instructions: avoid it.',
    ),
  EARSHOT_TIME_ZONE: z
    .string()
    .default('UTC')
    .refine(isTimeZone, 'must be a name such as Europe/Kyiv')
    .describe('What time it is for chats that have no zone of their own.'),
  EARSHOT_SCOPE: z
    .string()
    .max(2_000)
    .default('')
    .describe(
      'What the assistant is for, in a sentence. Questions outside it are declined; empty answers everything.',
    ),
  EARSHOT_GUARDRAIL_THRESHOLD: z.coerce
    .number()
    .min(0)
    .max(100)
    .default(75)
    .describe('How far within the scope a question must be, of 100.'),
  EARSHOT_RETRIEVAL_ATTEMPTS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3)
    .default(3)
    .describe('How often sources are looked for, in other words each time; `1` judges nothing.'),
  EARSHOT_JUDGE: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      'Whether the language model decides which doubtful messages belong to the conversation, in the call that judges sources; `off`, or with the `offline` model, the look back decides alone.',
    ),
  EARSHOT_TOP_K: z.coerce
    .number()
    .int()
    .min(1)
    .default(3)
    .describe('With fewer sources than these after looking again, the model is told so.'),
  EARSHOT_PROMPT_DAYS: z.coerce
    .number()
    .min(0)
    .max(3_650)
    .default(7)
    .describe(
      'How long the exact prompt of an answer is kept for `why`; `0` keeps none. It goes earlier when something in it is edited, deleted or forgotten.',
    ),
  EARSHOT_TOOLS: flag.default('1').describe('`0`: the model may not look anything up by itself.'),
  EARSHOT_WEATHER_URL: url
    .optional()
    .describe('A server of the Open-Meteo kind, for the tool `weather`; without it there is none.'),
  EARSHOT_CURRENCY_URL: url
    .optional()
    .describe(
      'A server of the Frankfurter kind, for the tool `currency`; without it there is none.',
    ),
  EARSHOT_DAILY_TOKENS_WORKSPACE: limit.describe(
    'Tokens models may use in a day (UTC), all chats together; unset for no limit.',
  ),
  EARSHOT_DAILY_TOKENS_CHAT: limit.describe('The same for each chat.'),
  EARSHOT_DAILY_TOKENS_PERSON: limit.describe('The same for each person.'),
  EARSHOT_PRICE_INPUT: price.describe(
    'US dollars for a million tokens the model reads; without it cost is not known.',
  ),
  EARSHOT_PRICE_OUTPUT: price.describe('The same for those it writes.'),
}
