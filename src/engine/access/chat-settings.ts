import type { Database } from '../../db/engine/database.ts'
import { type ChatSettings, findChatSettings, updateChatSettings } from '../../db/messages/chats.ts'
import { parseThreadId } from '../../domain/chat.ts'
import { type ChatSettingChange, readChatSetting } from '../../domain/chat-settings.ts'
import { AppError } from '../../domain/errors.ts'
import { mayActAs, type Principal } from '../../domain/principal.ts'
import { workspaceScope } from '../../domain/scope.ts'
import { findVisibleChat } from './access.ts'

/* A chat's own settings, as its admins change them with /settings in Telegram. */

type Deps = { readonly database: Database }

export type ChatPreferences = {
  /** Default: `on` and `everyone`. */
  readonly hearing: string
  readonly answers: string
  readonly timeZone: string | null
  /** Without a bot only the time zone can be set. */
  readonly hasBot: boolean
}

/** Values as /settings takes them; null resets the time zone to the default. */
export type ChatPreferenceChange = {
  readonly hearing?: string | undefined
  readonly answers?: string | undefined
  readonly timeZone?: string | null | undefined
}

/** Reads the settings of a chat. For admins. */
export async function readChatPreferences(
  principal: Principal,
  threadId: string,
  { database }: Deps,
): Promise<ChatPreferences> {
  checkAdmin(principal)
  const { workspaceId } = principal
  return database.within(workspaceScope(workspaceId), async (db) => {
    const chat = await findVisibleChat(db, principal, parseThreadId(threadId))
    return preferencesOf(chat.channel, await findChatSettings(db, workspaceId, chat.id))
  })
}

/** Changes the settings of a chat. For admins. */
export async function changeChatPreferences(
  principal: Principal,
  threadId: string,
  wanted: ChatPreferenceChange,
  { database }: Deps,
): Promise<ChatPreferences> {
  checkAdmin(principal)
  const { workspaceId } = principal
  return database.within(workspaceScope(workspaceId), async (db) => {
    const chat = await findVisibleChat(db, principal, parseThreadId(threadId))
    const isForBot = wanted.hearing !== undefined || wanted.answers !== undefined
    if (isForBot && !hasBot(chat.channel)) {
      throw new AppError(
        'invalid_request',
        'hearing, answers: this chat has no bot; only its time zone can be set.',
      )
    }
    await updateChatSettings(db, workspaceId, chat.id, changeOf(wanted))
    return preferencesOf(chat.channel, await findChatSettings(db, workspaceId, chat.id))
  })
}

function changeOf({ hearing, answers, timeZone }: ChatPreferenceChange): ChatSettingChange {
  return {
    ...readWord('hearing', hearing),
    ...readWord('answers', answers),
    ...(timeZone === null ? { timeZone } : readWord('timezone', timeZone)),
  }
}

function readWord(name: string, word: string | undefined): ChatSettingChange {
  if (word === undefined) return {}
  const change = readChatSetting(name, word)
  if (change !== undefined) return change
  const example = name === 'timezone' ? 'a name such as Europe/Kyiv' : 'one of the allowed values'
  throw new AppError('invalid_request', `${name}: must be ${example}.`)
}

function preferencesOf(
  channel: string,
  { hearing, answers, timeZone }: ChatSettings,
): ChatPreferences {
  return {
    hearing: hearing ?? 'on',
    answers: answers ?? 'everyone',
    timeZone: timeZone ?? null,
    hasBot: hasBot(channel),
  }
}

function hasBot(channel: string): boolean {
  return channel === 'telegram'
}

function checkAdmin({ role }: Principal): void {
  if (mayActAs(role, 'admin')) return
  throw new AppError(
    'forbidden',
    'Only admins may read and change the settings of a chat. Use an admin key.',
  )
}
