import { z } from 'zod'
import { readWeights } from '../../app/read-weights.ts'

/** The settings of retrieval, ranking and packing; part of settings.ts. */
export const contextSettings = {
  EARSHOT_CONTEXT_TOKENS: z.coerce
    .number()
    .int()
    .min(1_000)
    .max(1_000_000)
    .default(4_000)
    .meta({ label: 'Token budget of the prompt' })
    .describe(
      'Maximum tokens of the whole prompt with the declarations of tools, in the model’s own tokens by a safety margin (docs/decisions/0027); results of tool calls are not counted. Where tools would take more than a third, none are offered.',
    ),
  EARSHOT_SYSTEM_TOKENS: z.coerce
    .number()
    .int()
    .min(0)
    .default(500)
    .meta({ label: 'Tokens reserved for the system prompt' })
    .describe(
      'Tokens of EARSHOT_CONTEXT_TOKENS that `/api/context/build` reserves for the caller’s system prompt.',
    ),
  EARSHOT_SOURCE_DEADLINE_MS: z.coerce
    .number()
    .int()
    .min(1)
    .max(60_000)
    .default(2_000)
    .meta({ label: 'Source timeout' })
    .describe(
      'Timeout of each source of a context, in milliseconds. A slower source is left out, and `why` reports it.',
    ),
  EARSHOT_BUDGET_SOLVER: z
    .enum(['greedy', 'exact'])
    .default('greedy')
    .meta({ label: 'Packing algorithm' })
    .describe(
      'How pieces are selected for the token budget: `greedy`, or `exact`, which is slower and never worse.',
    ),
  EARSHOT_NEARBY_SHARE: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(0.2)
    .meta({ label: 'Budget share of nearby messages' })
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
    .meta({ label: 'Ranking weights' })
    .describe(
      'Weights of the parts of a score, 0 to 1, where they differ from the default: `conversation=0.5 recency=0`. Parts: conversation, search, text, keywords, alike, recency, source, usage.',
    ),
  EARSHOT_RECENCY_DECAY: z.coerce
    .number()
    .min(0)
    .max(10)
    .default(0.01)
    .meta({ label: 'Recency decay per hour' })
    .describe(
      'Decay rate of the part `recency` of a score, per hour of age: e^(−rate · hours). `0.01`: a third is left after four days; `0`: age does not matter. The part counts by its weight in EARSHOT_SCORE_WEIGHTS.',
    ),
  EARSHOT_CONTEXT_CACHE_ENTRIES: z.coerce
    .number()
    .int()
    .min(0)
    .max(100_000)
    .default(100)
    .meta({ label: 'Context cache size' })
    .describe(
      'Maximum number of contexts in the cache of a process; the least recently used is dropped first. `0`: no cache.',
    ),
  EARSHOT_CONTEXT_CACHE_SECONDS: z.coerce
    .number()
    .min(0)
    .max(3_600)
    .default(30)
    .meta({ label: 'Context cache TTL' })
    .describe(
      'Seconds for which a context is cached while its data is unchanged. `0`: no cache. The cache of topic summaries has EARSHOT_TOPIC_CACHE_TTL_DAYS.',
    ),
  EARSHOT_CONVERSATION_WINDOW: z.coerce
    .number()
    .int()
    .min(1)
    .max(10)
    .default(5)
    .meta({ label: 'Earlier turns in the prompt' })
    .describe('Number of earlier turns of a session in the prompt; a request can override it.'),
}
