import type { BotList } from '../../../src/api/operations/telegram.ts'

type Bot = BotList['bots'][number]
type Group = Bot['groups'][number]

export type GroupVisibility = 'all' | 'perhaps' | 'called' | 'gone'

/** What a bot hears in a group. What was really heard counts more than what Telegram says. */
export function groupVisibility(
  { status, overheard_at }: Group,
  readsAll: boolean,
): GroupVisibility {
  if (status === 'left' || status === 'kicked') return 'gone'
  if (status === 'administrator' || overheard_at !== null) return 'all'
  return readsAll ? 'perhaps' : 'called'
}
