import type { BotList } from '../../../src/api/operations/telegram.ts'

type Bot = BotList['bots'][number]
type Group = Bot['groups'][number]

export type Hearing = 'all' | 'perhaps' | 'called' | 'gone'

/** What a bot hears in a group. What was really heard counts more than what Telegram says. */
export function hearingIn({ status, overheard_at }: Group, readsAll: boolean): Hearing {
  if (status === 'left' || status === 'kicked') return 'gone'
  if (status === 'administrator' || overheard_at !== null) return 'all'
  return readsAll ? 'perhaps' : 'called'
}
