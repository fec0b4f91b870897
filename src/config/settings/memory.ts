import { z } from 'zod'

const days = z.coerce.number().int().min(1)
const share = z.coerce.number().min(0).max(1)

/** The settings of what is remembered, and for how long; part of settings.ts. */
export const memorySettings = {
  EARSHOT_IDLE_TIMEOUT_MINUTES: z.coerce
    .number()
    .positive()
    .default(15)
    .describe('The silence that ends a session.'),
  EARSHOT_PAGEAWAY_END_MINUTES: z.coerce
    .number()
    .positive()
    .max(1_440)
    .default(2)
    .describe('How long a page may be hidden before its session is over.'),
  EARSHOT_RECENT_WINDOW_DAYS: days
    .max(365)
    .default(28)
    .describe('What is younger is in the recent summary, what is older in the history.'),
  EARSHOT_TOPIC_INITIAL_EVAL_TURN: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(3)
    .describe('The turn of a session after which its topic is first looked for.'),
  EARSHOT_TOPIC_RECHECK_EVERY_TURNS: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(5)
    .describe('How many turns later it is looked for again.'),
  EARSHOT_TOPIC_ADOPT_THRESHOLD: share
    .default(0.7)
    .describe('The final score at which a topic is taken up.'),
  EARSHOT_TOPIC_MIN_DELTA_TO_SWAP: share
    .default(0.15)
    .describe('How much better another topic must be to take its place.'),
  EARSHOT_TOPIC_MAX_CANDIDATES: z.coerce
    .number()
    .int()
    .min(1)
    .max(20)
    .default(6)
    .describe('Topics a model may name for one session.'),
  EARSHOT_TOPIC_CACHE_TTL_DAYS: days
    .max(365)
    .default(7)
    .describe('How long what is remembered of a topic is kept before it is made anew.'),
  EARSHOT_REDACT_NAMES: z
    .enum(['0', '1'])
    .default('0')
    .describe(
      '`1`: the names of people are taken out of summaries; addresses, numbers and keys always are.',
    ),
  EARSHOT_RETENTION_DAYS: days
    .optional()
    .describe(
      'What was said longer ago is deleted, with all that was made from it; unset keeps it.',
    ),
}
