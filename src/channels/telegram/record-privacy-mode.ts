import type { Message } from 'grammy/types'
import { recordPrivacyMode } from '../../db/channels/telegram-chats.ts'
import { type BotDeps, inWorkspace } from './deps.ts'

/* Whether the bot receives all messages of a group cannot be queried: Telegram's flag (privacy mode) counts
 * from when the bot was added, and an admin receives all messages in any case. A received message that does
 * not mention the bot proves it. */

export type PrivacyModeRecorder = {
  note(message: Message, isForUs: boolean): Promise<void>
  /** Drops what is cached for a chat: the bot's status in it has changed. */
  forget(chat: string): void
}

/** Once known, it is recorded again at this interval. */
const AGAIN_MS = 3_600_000

/** Records that such a message was received; not for every message, which would be a write for each. */
export function createPrivacyModeRecorder(deps: BotDeps): PrivacyModeRecorder {
  const noted = new Map<string, { readonly title: string | null; readonly at: number }>()
  const note: PrivacyModeRecorder['note'] = async (message, isForUs) => {
    const { chat } = message
    const key = String(chat.id)
    const title = chat.title ?? null
    const isOverheard = !isForUs && isProof(message, deps.me.id)
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

/** True for a message that a bot in privacy mode would not have received. */
function isProof(message: Message, me: number): boolean {
  const hasText = message.text !== undefined || message.caption !== undefined
  const isReplyToUs = message.reply_to_message?.from?.id === me
  const isOwn = message.via_bot?.id === me || message.from?.id === me
  const isGroup = message.chat.type === 'group' || message.chat.type === 'supergroup'
  return isGroup && hasText && !isReplyToUs && !isOwn
}
