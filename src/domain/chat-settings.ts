import { isTimeZone } from './calendar.ts'

/* Settings of a chat that differ from the defaults, the same on every channel. */

type ChatSettingName =
  | 'hearing'
  | 'answers'
  | 'timeZone'
  | 'digest'
  | 'digestSetAt'
  | 'quietHours'
  | 'privateDigests'
  | 'unanswered'
  | 'unansweredSetAt'

/** Null resets a setting to its default. */
export type ChatSettingChange = Partial<Readonly<Record<ChatSettingName, string | null>>>

export const HEARING = ['on', 'off'] as const
export const ANSWERS = ['everyone', 'admins'] as const

const VALUES: Readonly<Record<string, (word: string) => ChatSettingChange | undefined>> = {
  hearing: (word) => choice('hearing', word, { on: null, off: 'off' }),
  answers: (word) => choice('answers', word, { everyone: null, admins: 'admins' }),
  unanswered: (word) => unansweredChange(word),
  timezone: (word) => (isTimeZone(word) ? { timeZone: word } : undefined),
}

/** Minutes of silence after which an open question is answered unasked. */
export const UNANSWERED_MINUTES = { min: 5, max: 1_440 } as const

function unansweredChange(word: string): ChatSettingChange | undefined {
  if (word.toLowerCase() === 'off') return { unanswered: null }
  const minutes = /^\d{1,4}$/.test(word) ? Number(word) : Number.NaN
  const { min, max } = UNANSWERED_MINUTES
  return minutes >= min && minutes <= max ? { unanswered: String(minutes) } : undefined
}

/** Parses a setting of a chat; undefined where the name or the value is unknown. */
export function readChatSetting(name: string, word: string): ChatSettingChange | undefined {
  return VALUES[name.toLowerCase()]?.(word)
}

function choice(
  name: keyof ChatSettingChange,
  word: string,
  values: Readonly<Record<string, string | null>>,
): ChatSettingChange | undefined {
  const value = values[word.toLowerCase()]
  return value === undefined ? undefined : { [name]: value }
}
