import { type ChatSettings, findChat, findChatSettings } from '../db/messages/chats.ts'
import { type BotDeps, chatRef, inWorkspace, isAllowed } from './deps.ts'

/** What the chat's settings and the operator's settings allow there. */
export type ChatRules = {
  readonly mayReceiveFrom: boolean
  readonly onlyAdmins: boolean
  readonly timeZone: string | null
  /** Minutes after which an open question is answered unasked; null: never. */
  readonly unanswered: string | null
}

/** The rules of a chat; the operator's list overrides the chat's own setting. */
export async function rulesOf(
  chat: string,
  deps: Pick<BotDeps, 'bot' | 'database' | 'principal' | 'settings'>,
): Promise<ChatRules> {
  const own = await inWorkspace(deps, async (db, workspaceId): Promise<ChatSettings> => {
    const row = await findChat(db, workspaceId, chatRef({ channel: deps.bot.channel, chat }))
    return row === null ? {} : findChatSettings(db, workspaceId, row.id)
  })
  return {
    mayReceiveFrom: isAllowed(deps.settings.mayReceiveFrom, chat) && own.hearing !== 'off',
    onlyAdmins: own.answers === 'admins',
    timeZone: own.timeZone ?? null,
    unanswered: own.unanswered ?? null,
  }
}
