import type { BotList } from '../../../src/api/wire/channels-wire.ts'

type Bot = BotList['bots'][number]
type Group = Bot['groups'][number]

/** Which messages of a group the bot receives. */
export type GroupVisibility = 'all' | 'unconfirmed' | 'mentions' | 'left'

/** Received messages count more than what the platform reports. */
export function groupVisibility(
  { status, overheard_at }: Group,
  readsAll: boolean,
): GroupVisibility {
  if (status === 'left' || status === 'kicked') return 'left'
  if (status === 'administrator' || overheard_at !== null) return 'all'
  return readsAll ? 'unconfirmed' : 'mentions'
}
