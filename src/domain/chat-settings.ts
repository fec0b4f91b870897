import { isTimeZone } from './time-zone.ts'

/* What a chat may want otherwise than the rest, the same by whichever door it is said. */

/** Null takes a setting back. */
export type ChatSettingChange = Partial<
  Readonly<Record<'hearing' | 'answers' | 'timeZone', string | null>>
>

export const HEARING = ['on', 'off'] as const
export const ANSWERS = ['everyone', 'admins'] as const

const VALUES: Readonly<Record<string, (word: string) => ChatSettingChange | undefined>> = {
  hearing: (word) => choice('hearing', word, { on: null, off: 'off' }),
  answers: (word) => choice('answers', word, { everyone: null, admins: 'admins' }),
  timezone: (word) => (isTimeZone(word) ? { timeZone: word } : undefined),
}

/** What a word means as a setting of a chat; undefined where it is no such setting, or no value of it. */
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
