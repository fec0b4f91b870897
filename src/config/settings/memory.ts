import { z } from 'zod'

const days = z.coerce.number().int().min(1)
const share = z.coerce.number().min(0).max(1)

/** The settings of what is remembered, and for how long; part of settings.ts. */
export const memorySettings = {
  EARSHOT_IDLE_TIMEOUT_MINUTES: z.coerce
    .number()
    .positive()
    .default(15)
    .meta({ label: 'Session timeout' })
    .describe('Minutes of silence after which a session ends.'),
  EARSHOT_PAGEAWAY_END_MINUTES: z.coerce
    .number()
    .positive()
    .max(1_440)
    .default(2)
    .meta({ label: 'Hidden page timeout' })
    .describe('Minutes a page may be hidden before its session ends.'),
  EARSHOT_RECENT_WINDOW_DAYS: days
    .max(365)
    .default(28)
    .meta({ label: 'Recent summary window' })
    .describe(
      'Maximum age of sessions in the recent summary, in days; older ones are in the history.',
    ),
  EARSHOT_SUMMARY_MIN_MESSAGES: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(5)
    .meta({ label: 'Minimum messages for a model summary' })
    .describe(
      'Sessions with fewer messages are summarised without a language model, by quotes: they are hardly longer than a summary.',
    ),
  EARSHOT_TOPIC_INITIAL_EVAL_TURN: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(3)
    .meta({ label: 'First topic inference' })
    .describe('Turn of a session after which its topic is first inferred.'),
  EARSHOT_TOPIC_RECHECK_EVERY_TURNS: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(5)
    .meta({ label: 'Topic inference interval' })
    .describe('Number of turns between further inferences of the topic.'),
  EARSHOT_TOPIC_ADOPT_THRESHOLD: share
    .default(0.7)
    .meta({ label: 'Topic adoption threshold' })
    .describe('Minimum final score, 0 to 1, at which a topic is adopted.'),
  EARSHOT_TOPIC_MIN_DELTA_TO_SWAP: share
    .default(0.15)
    .meta({ label: 'Topic switch threshold' })
    .describe('Minimum score difference, 0 to 1, at which another topic replaces the current one.'),
  EARSHOT_TOPIC_MAX_CANDIDATES: z.coerce
    .number()
    .int()
    .min(1)
    .max(20)
    .default(6)
    .meta({ label: 'Maximum topic candidates' })
    .describe('Maximum number of topics a model may propose for one session.'),
  EARSHOT_TOPIC_CACHE_TTL_DAYS: days
    .max(365)
    .default(7)
    .meta({ label: 'Topic summary cache TTL' })
    .describe('Days for which the summary of a topic is cached before it is rebuilt.'),
  EARSHOT_REDACT_NAMES: z
    .enum(['0', '1'])
    .default('0')
    .meta({ label: 'Redact names' })
    .describe(
      '`1`: names of people are removed from summaries. Addresses, numbers and keys are always removed.',
    ),
  EARSHOT_RETENTION_DAYS: days
    .optional()
    .meta({ label: 'Session retention' })
    .describe(
      'Closed sessions whose last message is older than this many days are deleted, with their messages and everything derived from them; unset: nothing is deleted by age.',
    ),
}
