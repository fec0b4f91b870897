import type { ChatSettings } from '../../db/messages/chats.ts'
import {
  type DigestSchedule,
  type QuietHours,
  readDigestSchedule,
  readQuietHours,
} from '../../domain/digest/digest-schedule.ts'
import type { BotSettings } from '../deps.ts'

/** When a chat gets its digest: its own settings, else the operator's. */
export type DigestRules = {
  readonly schedule: DigestSchedule | 'off'
  readonly quietHours: QuietHours | 'off'
  readonly timeZone: string
  readonly setAt: Date | null
}

/** The rules of a chat with these settings of its own. */
export function digestRules(own: ChatSettings, defaults: BotSettings): DigestRules {
  return {
    schedule: readDigestSchedule(own.digest ?? '') ?? defaults.digest,
    quietHours: readQuietHours(own.quietHours ?? '') ?? defaults.quietHours,
    timeZone: own.timeZone ?? defaults.timeZone,
    setAt: setAtOf(own),
  }
}

/** When the schedule, or in a private chat the wish for digests, was set. */
export function setAtOf({ digestSetAt }: ChatSettings): Date | null {
  return digestSetAt === undefined ? null : new Date(digestSetAt)
}
