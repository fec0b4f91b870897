import { z } from 'zod'
import { readMemorySwitch } from '../../app/read-memory-switch.ts'
import { DEFAULT_SUMMARY_CAPS } from '../../domain/memory.ts'

const days = z.coerce.number().int().min(1)
const share = z.coerce.number().min(0).max(1)

const cap = z.coerce.number().int().min(50).max(10_000)

/** The settings of what is remembered, and for how long; part of settings.ts. */
export const memorySettings = {
  EARSHOT_MEMORY_OFF: z
    .string()
    .default('')
    .superRefine((text, context) => {
      const { problem } = readMemorySwitch(text)
      if (problem !== null) context.addIssue({ code: 'custom', message: problem })
    })
    .meta({ label: 'Workspaces without memory' })
    .describe(
      'Workspaces in which nothing is remembered or recalled, neither summaries nor topics nor facts: `all`, or their ids, separated by spaces or commas; unset: none. What was remembered before stays stored until it is forgotten.',
    ),
  EARSHOT_IDLE_TIMEOUT_MINUTES: z.coerce
    .number()
    .positive()
    .default(15)
    .meta({ label: 'Session timeout' })
    .describe(
      'Minutes of silence after which a session ends. Conversations of groups are summarised six hours after their last message, whatever it is.',
    ),
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
      'Maximum age of sessions in the recent summary, in days; older ones are in the history. What is older is summarised and read for facts without a language model.',
    ),
  EARSHOT_SUMMARY_MODEL_MAX_AGE_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(36_500)
    .optional()
    .meta({ label: 'Maximum age for a model summary' })
    .describe(
      'Sessions that ended more days ago, such as an imported past, are summarised without a language model; unset: as old as the recent summary window.',
    ),
  EARSHOT_SUMMARY_MIN_MESSAGES: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(5)
    .meta({ label: 'Minimum messages for a model summary' })
    .describe(
      'Sessions with fewer messages are summarised without a language model, by quotes: they are hardly longer than a summary. Conversations with fewer are read for facts by rules alone.',
    ),
  EARSHOT_SUMMARY_RECENT_TOKEN_CAP: cap
    .default(DEFAULT_SUMMARY_CAPS.recent)
    .meta({ label: 'Token cap of the recent summary' })
    .describe('Maximum tokens of the summary of the last weeks, when it is made and in a prompt.'),
  EARSHOT_SUMMARY_HISTORY_TOKEN_CAP: cap
    .default(DEFAULT_SUMMARY_CAPS.history)
    .meta({ label: 'Token cap of the history' })
    .describe('Maximum tokens of the history, when it is made and in a prompt.'),
  EARSHOT_TOPIC_SUMMARY_TOKEN_CAP: cap
    .default(DEFAULT_SUMMARY_CAPS.topic)
    .meta({ label: 'Token cap of a topic summary' })
    .describe('Maximum tokens of the summary of a topic, when it is made and in a prompt.'),
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
  EARSHOT_FACTS_REVIEW: z
    .enum(['off', 'inferred', 'all'])
    .default('off')
    .meta({ label: 'Review of facts' })
    .describe(
      'Which facts wait until a person confirms them, and are not used before: `off`: none; `inferred`: those that a language model concluded from what was said; `all`: every fact.',
    ),
  EARSHOT_REDACT_NAMES: z
    .enum(['0', '1'])
    .default('0')
    .meta({ label: 'Redact names' })
    .describe(
      '`1`: names of people are removed from summaries, from facts, and from what a language model is shown for them. Addresses, numbers and keys are always removed.',
    ),
  EARSHOT_RETENTION_DAYS: days
    .optional()
    .meta({ label: 'Session retention' })
    .describe(
      'Closed sessions whose last message is older than this many days are deleted, with their messages and everything derived from them; unset: nothing is deleted by age.',
    ),
}
