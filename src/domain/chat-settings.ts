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

/** Null resets a setting to its default. */
export type ChatSettingChange = Partial<Readonly<Record<ChatSettingName, string | null>>>

export const HEARING = ['on', 'off'] as const
export const ANSWERS = ['everyone', 'admins'] as const

const VALUES: Readonly<Record<string, (word: string) => ChatSettingChange | undefined>> = {
  hearing: (word) => choice('hearing', word, { on: null, off: 'off' }),
  answers: (word) => choice('answers', word, { everyone: null, admins: 'admins' }),
  timezone: (word) => (isTimeZone(word) ? { timeZone: word } : undefined),
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
