import { z } from 'zod'
import {
  DIGEST_USAGE,
  QUIET_USAGE,
  readDigestSchedule,
  readQuietHours,
} from '../../domain/digest/digest-schedule.ts'

const list = z
  .string()
  .default('all')
  .transform((text) => {
    const names = text
      .split(/[\s,]+/)
      .map((name) => name.replace(/^@/, '').toLowerCase())
      .filter((name) => name !== '')
    return names.length === 0 || names.includes('all') ? ('all' as const) : new Set(names)
  })

/** The settings of the bots, on whichever channel. */
export const botSettings = {
  EARSHOT_BOT_NAMES: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    )
    .meta({ label: 'Bot names' })
    .describe(
      'Names that mention the bot at the start of a message, besides its @name, separated by commas: `Iris, iris bot`.',
    ),
  EARSHOT_BOT_MAY_HEAR: list
    .meta({ label: 'Chats to store' })
    .describe(
      'Chats whose messages the bot may store: `all`, or their ids. Messages of other chats are not stored.',
    ),
  EARSHOT_BOT_MAY_ANSWER_IN: list
    .meta({ label: 'Chats to answer in' })
    .describe('Chats in which the bot may answer: `all`, or their ids or names.'),
  EARSHOT_BOT_MAY_ANSWER: list
    .meta({ label: 'People to answer' })
    .describe('People the bot may answer: `all`, or their ids or names.'),
  EARSHOT_BOT_STREAM: z
    .enum(['0', '1'])
    .default('0')
    .meta({ label: 'Stream answers' })
    .describe('`1`: an answer is shown while the model writes it, by editing its message.'),
  EARSHOT_BOT_DIGEST: z
    .string()
    .default('off')
    .refine((text) => readDigestSchedule(text) !== undefined, `must be ${DIGEST_USAGE}`)
    .meta({ label: 'Digest of groups' })
    .describe(
      `When groups without a schedule of their own (/digest) get a digest of what happened: ${DIGEST_USAGE}. The hour is one of the time zone of the group.`,
    ),
  EARSHOT_BOT_QUIET_HOURS: z
    .string()
    .default('off')
    .refine((text) => readQuietHours(text) !== undefined, `must be ${QUIET_USAGE}`)
    .meta({ label: 'Quiet hours' })
    .describe(
      `Hours in which no digest is sent, in groups without quiet hours of their own: ${QUIET_USAGE}. A digest waits until they end.`,
    ),
}
