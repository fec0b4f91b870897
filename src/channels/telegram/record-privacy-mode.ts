import type { Message } from 'grammy/types'
import { recordPrivacyMode } from '../../db/channels/telegram-chats.ts'
import { type BotDeps, inWorkspace } from './deps.ts'

/* Whether the bot hears everybody in a group cannot be asked: Telegram's word (privacy mode) counts from
 * when the bot was added, and an admin hears all in any case. A message that was not meant for the bot and
 * came all the same settles it. */

export type PrivacyModeRecorder = {
  note(message: Message, isForUs: boolean): Promise<void>
  /** What was known of a chat no longer counts: the bot has another place in it. */
  forget(chat: string): void
}

/** Once it is known, this is how often it is noted again. */
const AGAIN_MS = 3_600_000

/** Notes what was overheard; not with every message, which would be a write for each. */
export function createPrivacyModeRecorder(deps: BotDeps): PrivacyModeRecorder {
  const noted = new Map<string, { readonly title: string | null; readonly at: number }>()
  const note: PrivacyModeRecorder['note'] = async (message, isForUs) => {
    const { chat } = message
    const key = String(chat.id)
    const title = chat.title ?? null
    const isOverheard = !isForUs && tellsSomething(message, deps.me.id)
    const last = noted.get(key)
    const now = deps.now()
    const isKnown = last?.title === title && now.getTime() - last.at < AGAIN_MS
    if (isKnown || (last !== undefined && !isOverheard && last.title === title)) return
    const seen = { bot: deps.bot, chat: key, title, isGroup: chat.type !== 'private' }
    await inWorkspace(deps, (db, workspaceId) =>
      recordPrivacyMode(db, workspaceId, seen, isOverheard ? new Date(message.date * 1_000) : null),
    )
    noted.set(key, { title, at: isOverheard ? now.getTime() : 0 })
  }
  return { note, forget: (chat) => noted.delete(chat) }
}

/** True for a message that a bot in privacy mode would not have been given. */
function tellsSomething(message: Message, me: number): boolean {
  const isTalk = message.text !== undefined || message.caption !== undefined
  const isReplyToUs = message.reply_to_message?.from?.id === me
  const isOwn = message.via_bot?.id === me || message.from?.id === me
  const isGroup = message.chat.type === 'group' || message.chat.type === 'supergroup'
  return isGroup && isTalk && !isReplyToUs && !isOwn
}
