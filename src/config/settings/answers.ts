import { z } from 'zod'
import { isTimeZone } from '../../domain/calendar.ts'
import { HISTORY_FORMATS } from '../../domain/prompt-history.ts'
import { readToolNames, TOOL_NAMES } from '../../domain/tool-names.ts'

const url = z.url({ protocol: /^https?$/ })
const flag = z.enum(['0', '1'])
const limit = z.coerce.number().int().min(0).optional()
const mediaItems = z.coerce.number().int().min(0).max(20)
const price = z.coerce.number().min(0).optional()

/** The settings of how an answer is made and what it may cost; part of settings.ts. */
export const answeringSettings = {
  EARSHOT_HISTORY_FORMAT: z
    .enum(HISTORY_FORMATS)
    .default('compact')
    .meta({ label: 'Chat format in the prompt' })
    .describe(
      'Format of the chat in the prompt: `compact` (one line per message, fewest tokens), `turns` (one prompt message each, with headers), `block` (the last lines in one fenced block).',
    ),
  EARSHOT_BLOCK_MESSAGES: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(60)
    .meta({ label: 'Maximum lines of a block' })
    .describe('Maximum number of lines of a `block`; the oldest are left out first.'),
  EARSHOT_BLOCK_META: flag
    .default('1')
    .meta({ label: 'Line headers of a block' })
    .describe('`0`: the header of each line of a `block` has only number and name.'),
  EARSHOT_BLOCK_PLACEMENT: z
    .enum(['user', 'system'])
    .default('user')
    .meta({ label: 'Block placement' })
    .describe(
      'Where a `block` is placed: in a user message or in the system prompt. `system` gives text typed by chat members the authority of your own instructions: avoid it.',
    ),
  EARSHOT_TIME_ZONE: z
    .string()
    .default('UTC')
    .refine(isTimeZone, 'must be a name such as Europe/Kyiv')
    .meta({ label: 'Default time zone' })
    .describe('Time zone of chats without a time zone of their own, such as Europe/Kyiv.'),
  EARSHOT_SCOPE: z
    .string()
    .max(2_000)
    .default('')
    .meta({ label: 'Purpose of the assistant' })
    .describe(
      'Purpose of the assistant, in one sentence. Questions outside it are declined; empty: all questions are answered.',
    ),
  EARSHOT_GUARDRAIL_THRESHOLD: z.coerce
    .number()
    .min(0)
    .max(100)
    .default(75)
    .meta({ label: 'Purpose threshold' })
    .describe(
      'Minimum score, 0 to 100, for how well a question fits the purpose; below it the question is declined.',
    ),
  EARSHOT_RETRIEVAL_ATTEMPTS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3)
    .default(3)
    .meta({ label: 'Maximum retrieval attempts' })
    .describe(
      'Maximum number of searches per question; each retry uses a rewritten query. `1`: one search, and its results are not judged.',
    ),
  EARSHOT_JUDGE: z
    .enum(['on', 'off'])
    .default('on')
    .meta({ label: 'Judge doubtful messages' })
    .describe(
      'Whether the language model decides which doubtful messages belong to the conversation, in the call that judges search results. `off`, or with the `offline` model: only the look back decides.',
    ),
  EARSHOT_TOP_K: z.coerce
    .number()
    .int()
    .min(1)
    .default(3)
    .meta({ label: 'Minimum relevant results' })
    .describe(
      'Minimum number of relevant search results. If a repeated search finds fewer, the prompt says that few sources were found.',
    ),
  EARSHOT_PROMPT_DAYS: z.coerce
    .number()
    .min(0)
    .max(3_650)
    .default(7)
    .meta({ label: 'Prompt retention' })
    .describe(
      'Days for which the exact prompt of an answer is stored for `why`; `0` stores none. It is deleted earlier when any of its content is edited, deleted or forgotten.',
    ),
  EARSHOT_GENERAL_KNOWLEDGE: z
    .enum(['nowhere', 'private', 'everywhere'])
    .default('private')
    .meta({ label: 'General knowledge' })
    .describe(
      'Where the model may answer from its general knowledge what the context does not say: in private chats and sessions, in groups too, or nowhere.',
    ),
  EARSHOT_TOOLS: flag
    .default('1')
    .meta({ label: 'Tool calls' })
    .describe('`0`: the model cannot call tools.'),
  EARSHOT_TOOLS_OFF: z
    .string()
    .default('')
    .superRefine((text, context) => {
      const { unknown } = readToolNames(text)
      if (unknown === null) return
      const message = `there is no tool "${unknown}"; write names out of: ${TOOL_NAMES.join(', ')}`
      context.addIssue({ code: 'custom', message })
    })
    .meta({ label: 'Tools turned off' })
    .describe(
      `Tools that no model can call, separated by spaces or commas: \`remember, weather\`. There are: ${TOOL_NAMES.join(', ')}.`,
    ),
  EARSHOT_WEATHER_URL: url
    .optional()
    .meta({ label: 'Weather server URL' })
    .describe(
      'URL of an Open-Meteo-compatible server for the tool `weather`; unset: no such tool.',
    ),
  EARSHOT_CURRENCY_URL: url
    .optional()
    .meta({ label: 'Currency server URL' })
    .describe(
      'URL of a Frankfurter-compatible server for the tool `currency`; unset: no such tool.',
    ),
  EARSHOT_MAX_MEDIA_ITEMS: mediaItems
    .default(6)
    .meta({ label: 'Maximum attachments of a prompt' })
    .describe(
      'Maximum pictures, videos and recordings that a model gets with a question, of the question and of the message it replies to; `0`: none. What is not sent is marked in its line.',
    ),
  EARSHOT_MAX_MEDIA_ITEMS_PER_MESSAGE: mediaItems
    .default(4)
    .meta({ label: 'Maximum attachments of a message' })
    .describe('Maximum pictures, videos and recordings of one message among them.'),
  EARSHOT_DAILY_TOKENS_WORKSPACE: limit
    .meta({ label: 'Daily token limit of the workspace' })
    .describe('Maximum model tokens per day (UTC) for all chats together; unset: no limit.'),
  EARSHOT_DAILY_TOKENS_CHAT: limit
    .meta({ label: 'Daily token limit per chat' })
    .describe('Maximum model tokens per day (UTC) for each chat; unset: no limit.'),
  EARSHOT_DAILY_TOKENS_PERSON: limit
    .meta({ label: 'Daily token limit per person' })
    .describe('Maximum model tokens per day (UTC) for each person; unset: no limit.'),
  EARSHOT_DAILY_TOKENS_MEMORY: limit
    .meta({ label: 'Daily token limit of memory' })
    .describe(
      'Maximum model tokens per day (UTC) for memory: summaries, facts, topics. Beyond it they are made without a language model until midnight, and answers go on; unset: only the limit of the workspace.',
    ),
  EARSHOT_PRICE_INPUT: price
    .meta({ label: 'Input token price' })
    .describe('Price of a million input tokens in US dollars; unset: the cost is unknown.'),
  EARSHOT_PRICE_OUTPUT: price
    .meta({ label: 'Output token price' })
    .describe('Price of a million output tokens in US dollars; unset: the cost is unknown.'),
}
