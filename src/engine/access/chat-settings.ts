import { hasBotOn } from '../../db/channels/bots.ts'
import type { Database } from '../../db/engine/database.ts'
import {
  type ChatRow,
  type ChatSettings,
  findChatSettings,
  updateChatSettings,
} from '../../db/messages/chats.ts'
import { parseThreadId } from '../../domain/chat.ts'
import { type ChatSettingChange, readChatSetting } from '../../domain/chat-settings.ts'
import {
  type DigestSchedule,
  formatDigestSchedule,
  formatQuietHours,
  QUIET_USAGE,
  readDigestSchedule,
  readQuietHours,
  type Weekday,
} from '../../domain/digest/digest-schedule.ts'
import { AppError } from '../../domain/errors.ts'
import { mayActAs, type Principal } from '../../domain/principal.ts'
import { workspaceScope } from '../../domain/scope.ts'
import { findVisibleChat } from './access.ts'

/* A chat's own settings, as its admins change them with /settings in the chat. */

type Deps = { readonly database: Database; readonly now: () => Date }

export type ChatPreferences = {
  /** Default: `on` and `everyone`. */
  readonly hearing: string
  readonly answers: string
  readonly timeZone: string | null
  /** Null: the defaults of the bot. */
  readonly digest: DigestSchedule | 'off' | null
  readonly quietHours: string | null
  /** Minutes after which an open question is answered unasked; null: never. */
  readonly unansweredMinutes: number | null
  /** Without a bot only the time zone can be set. */
  readonly hasBot: boolean
}

/** Values as /settings and /digest take them; null resets a setting to its default. */
export type ChatPreferenceChange = {
  readonly hearing?: string | undefined
  readonly answers?: string | undefined
  readonly timeZone?: string | null | undefined
  readonly digest?: DigestPreference | null | undefined
  readonly quietHours?: string | null | undefined
  readonly unansweredMinutes?: number | null | undefined
}

type DigestPreference =
  | { readonly every: 'off' }
  | {
      readonly every: 'day' | 'week'
      readonly hour: number
      readonly weekday: Weekday
      readonly to: DigestSchedule['to']
    }

/** Reads the settings of a chat. For admins. */
export async function readChatPreferences(
  principal: Principal,
  threadId: string,
  { database }: Pick<Deps, 'database'>,
): Promise<ChatPreferences> {
  checkAdmin(principal)
  const { workspaceId } = principal
  return database.within(workspaceScope(workspaceId), async (db) => {
    const chat = await findVisibleChat(db, principal, parseThreadId(threadId))
    const hasBot = await hasBotOn(db, workspaceId, chat.channel)
    return preferencesOf(await findChatSettings(db, workspaceId, chat.id), hasBot)
  })
}

/** Changes the settings of a chat. For admins. */
export async function changeChatPreferences(
  principal: Principal,
  threadId: string,
  wanted: ChatPreferenceChange,
  { database, now }: Deps,
): Promise<ChatPreferences> {
  checkAdmin(principal)
  const { workspaceId } = principal
  return database.within(workspaceScope(workspaceId), async (db) => {
    const chat = await findVisibleChat(db, principal, parseThreadId(threadId))
    const hasBot = await hasBotOn(db, workspaceId, chat.channel)
    checkApplies(chat, hasBot, wanted)
    await updateChatSettings(db, workspaceId, chat.id, changeOf(wanted, now()))
    return preferencesOf(await findChatSettings(db, workspaceId, chat.id), hasBot)
  })
}

function checkApplies({ kind }: ChatRow, hasBot: boolean, wanted: ChatPreferenceChange): void {
  const { timeZone: _, digest, quietHours, ...others } = wanted
  const isForBot = [digest, quietHours, ...Object.values(others)].some((one) => one !== undefined)
  if (isForBot && !hasBot) {
    throw new AppError(
      'invalid_request',
      'hearing, answers, digest, quiet_hours, unanswered_minutes: no bot has been connected to this channel; only the time zone can be set.',
    )
  }
  if (digest !== undefined && kind !== 'group') {
    throw new AppError('invalid_request', 'digest: only groups have one. Name a group.')
  }
}

function changeOf(wanted: ChatPreferenceChange, now: Date): ChatSettingChange {
  const { hearing, answers, timeZone, digest, quietHours, unansweredMinutes } = wanted
  return {
    ...(digest === undefined ? {} : digestChange(digest, now)),
    ...(quietHours === undefined ? {} : { quietHours: quietHours && readQuiet(quietHours) }),
    ...(unansweredMinutes === undefined ? {} : unansweredChange(unansweredMinutes, now)),
    ...readWord('hearing', hearing),
    ...readWord('answers', answers),
    ...(timeZone === null ? { timeZone } : readWord('timezone', timeZone)),
  }
}

/** A period that ended before now is not sent any more. */
function digestChange(digest: DigestPreference | null, now: Date): ChatSettingChange {
  const digestSetAt = now.toISOString()
  if (digest === null) return { digest, digestSetAt }
  if (digest.every === 'off') return { digest: 'off', digestSetAt }
  const { every, hour, weekday, to } = digest
  const schedule = { weekday: every === 'week' ? weekday : null, hour, to }
  return { digest: formatDigestSchedule(schedule), digestSetAt }
}

/** Questions of before now stay unanswered. */
function unansweredChange(minutes: number | null, now: Date): ChatSettingChange {
  const change = readWord('unanswered', minutes === null ? 'off' : String(minutes))
  return { ...change, unansweredSetAt: now.toISOString() }
}

function readQuiet(text: string): string {
  const quiet = readQuietHours(text)
  if (quiet !== undefined) return formatQuietHours(quiet)
  throw new AppError('invalid_request', `quiet_hours: must be ${QUIET_USAGE}.`)
}

function readWord(name: string, word: string | undefined): ChatSettingChange {
  if (word === undefined) return {}
  const change = readChatSetting(name, word)
  if (change !== undefined) return change
  const example = name === 'timezone' ? 'a name such as Europe/Kyiv' : 'one of the allowed values'
  throw new AppError('invalid_request', `${name}: must be ${example}.`)
}

function preferencesOf(
  { hearing, answers, timeZone, digest, quietHours, unanswered }: ChatSettings,
  hasBot: boolean,
): ChatPreferences {
  return {
    hearing: hearing ?? 'on',
    answers: answers ?? 'everyone',
    timeZone: timeZone ?? null,
    digest: readDigestSchedule(digest ?? '') ?? null,
    quietHours: quietHours ?? null,
    unansweredMinutes: unanswered === undefined ? null : Number(unanswered),
    hasBot,
  }
}

function checkAdmin({ role }: Principal): void {
  if (mayActAs(role, 'admin')) return
  throw new AppError(
    'forbidden',
    'Only admins may read and change the settings of a chat. Use an admin key.',
  )
}
