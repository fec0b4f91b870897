import { z } from '@hono/zod-openapi'
import {
  arrayOf,
  count,
  countOrNull,
  decimal,
  decimalOrNull,
  flag,
  text,
  textOrNull,
  texts,
  time,
  timeOrNull,
} from './fields.ts'
import { shape } from './shape.ts'
import { WireExclusion, WireSource, WireTopic } from './shared-shapes.ts'

/* The shapes of a trace. */

export const WireTraceItem = shape(
  'TraceItem',
  'A message, chunk or summary that was considered, as it is stored now',
  z.object({
    number: countOrNull('Citation number; null if it was left out', 1),
    included: flag('True if it was in the prompt', true),
    cited: flag('True if the answer cites it', true),
    id: text(
      'Id for feedback: `message:…` or `chunk:…`; a summary (`memory:…`) takes none',
      'message:7',
    ),
    type: z.enum(['message', 'nearby', 'chunk', 'memory', 'fact']).openapi({
      description:
        'Kind of the item. `nearby`: a message near the conversation, perhaps about another subject. `chunk`: a part of a file. `memory`: the summary of an earlier session. `fact`: what a person stated',
    }),
    message_id: textOrNull('Id of the message in its channel; null for a file or summary', '7'),
    session_id: textOrNull('Session that the summary is of; null for a message or file'),
    file_id: textOrNull('Id of the file; null for a message or summary, or if it was deleted'),
    path: textOrNull('Path of the file; null as for `file_id`'),
    lines: textOrNull('First and last line of the chunk, such as `3-9`; null as for `file_id`'),
    author: textOrNull(
      'Name of the author; null for a file or summary, or if it was deleted',
      'Ann',
    ),
    sent_at: timeOrNull(
      'Time of the message, of the last change of the file, or of the session’s end; null if it was deleted',
      '2026-03-10T11:50:00.000Z',
    ),
    text: textOrNull('Current text; null if it was deleted', 'The launch is on Thursday.'),
    relevance: decimal('Score, 0 to 1: the weighted sum of its parts', 0.71),
    parts: z.record(z.string(), z.number()).openapi({
      description: 'Parts of the score by name, before they are weighted: see ScoreParts',
      example: { conversation: 0.93, search: 0.5, recency: 0.98 },
    }),
    tokens: count('Size in the prompt, in tokens', 24),
    reason: text('Why it was found, or why it was left out, in words', 'continues what Ben asked'),
    exclusion: z.union([WireExclusion, z.null()]).openapi({
      description: 'Why it was left out, as in ExcludedItem; null if it was included',
      example: null,
    }),
    found_by: texts('Names of the sources that found it', 'conversation', 'messages'),
    judged: z
      .object({
        weight: decimal('Probability by the look back, 0 to 1', 0.4),
        belongs: flag('Decision of the language model', true),
      })
      .nullable()
      .openapi({
        description: 'Set if a language model decided on a doubtful message; else null',
        example: null,
      }),
    usage: z
      .object({
        cited: count('Answers that cite it', 2),
        useful: count('Ratings as useful', 1),
        useless: count('Ratings as not useful', 0),
      })
      .openapi({
        description: 'How often it was cited and rated so far, in this chat or by this person',
      }),
    is_anchor: flag('True for the message that the mention replies to'),
    is_pinned: flag('True if it is pinned to the thread'),
    is_excerpt: flag('True if the text was cut to fit'),
  }),
)

export const WireTraceMemory = shape(
  'TraceMemory',
  'Memory that was in the prompt',
  z.object({
    slots: z
      .array(
        z.object({
          name: text('Name of the slot: recent, history or a topic', 'system.user_profile.recent'),
          tokens: count('Size in tokens', 180),
          source_session_ids: texts('Sessions that the summary was derived from', 'a-session'),
        }),
      )
      .openapi({ description: 'Summaries in the prompt' }),
    topics: arrayOf(WireTopic, 'Topics of the session at the time of the question'),
  }),
)

export const SentPrompt = shape(
  'SentPrompt',
  'The exact prompt that was sent to the model',
  z.object({
    system: text('System prompt', 'You are Earshot, an assistant that lives in a chat …'),
    messages: z
      .array(
        z.object({
          role: z.enum(['user', 'assistant']).openapi({ description: 'Role of the message' }),
          content: text(
            'Text of the message',
            '[1] {"name":"Ann","text":"The launch is on Thursday."}',
          ),
          attachments: texts('MIME types of the attachments'),
        }),
      )
      .openapi({ description: 'Messages of the prompt, in order' }),
  }),
)

const PromptTokens = z.object({
  system: count('Size of the system prompt', 310),
  total: count('Size of the whole prompt', 620),
  max: count('Limit of the whole prompt (EARSHOT_CONTEXT_TOKENS)', 4_000),
})

const Model = z.object({
  id: text('Id of the model; `none` if no model was called', 'gemini-2.5-flash'),
  provider: text('Provider of the model', 'google'),
  is_extract: flag('True if the text was not written by a language model'),
  input_tokens: count('Input tokens of all model calls of the question', 870),
  output_tokens: count('Output tokens of all model calls of the question', 42),
  fallback_reason: textOrNull('Why the offline model answered instead; null if it did not'),
  cost_usd: decimalOrNull('Price in US dollars; null if prices are not set', 0.0004),
  calls: count('Number of model calls', 1),
  guardrail_score: countOrNull(
    'How well the question fits the purpose, 0 to 100; null if not checked',
  ),
  attempts: count('Number of searches; 0 if none was needed', 1),
  tools: z
    .array(
      z.object({
        name: text('Name of the tool', 'calculator'),
        ms: decimal('Duration in milliseconds', 1),
        failed: textOrNull('Error code if it failed; else null'),
      }),
    )
    .openapi({ description: 'Tools that the model called, in order' }),
})

export const WireWhy = shape(
  'Why',
  'The trace of an answer or context: everything that was considered, and the cost',
  z.object({
    answer_id: text('Id of the answer', 'a3f9c1d27be40865'),
    created_at: time('Time at which the trace was stored, by the clock of the server'),
    sent_at: timeOrNull('Time that the caller passed with the question; null if it passed none'),
    question: text('The question', 'When is the launch?'),
    answer: textOrNull(
      'The answer, or a notice if it was erased with what it was made from; null for a context',
      'On Thursday [1].',
    ),
    session_id: textOrNull('Session of the question; null without one'),
    is_bare_tag: flag('True for a mention without a question of its own'),
    weights: z.record(z.string(), z.number()).openapi({
      description: 'Weight of each part of a score; empty for answers of early versions',
      example: { conversation: 0.4, search: 0.3, recency: 0.03 },
    }),
    budget_tokens: count('Maximum tokens of the context', 3_500),
    total_tokens: count('Size of the included items, in tokens', 24),
    items: arrayOf(WireTraceItem, 'Included items by number, then those that were left out'),
    sources: arrayOf(WireSource, 'What each source found'),
    is_cached: flag('True if the retrieval was cached'),
    thread_id: textOrNull('Chat of the question, channel:chat; null without one', 'api:team'),
    prompt_tokens: PromptTokens.nullable().openapi({
      description: 'Size of the prompt and its limit, in tokens; null if no prompt was sent',
    }),
    prompt: SentPrompt.nullable().openapi({
      description:
        'The exact prompt that was sent to the model; null if there was none or it is no longer stored (EARSHOT_PROMPT_DAYS)',
    }),
    memory: WireTraceMemory.nullable().openapi({
      description: 'Recalled memory; null if there was none to read',
    }),
    timings: z
      .object({
        recall_ms: decimal('Finding items', 8.4),
        score_ms: decimal('Scoring them', 0.6),
        trim_ms: decimal('Choosing those that fit the budget', 0.9),
        model_ms: decimal('Model calls; 0 for a context', 812),
      })
      .openapi({ description: 'Duration of each step in milliseconds' }),
    model: Model.nullable().openapi({
      description: 'The model that answered and its usage; null for a context',
    }),
  }),
)
