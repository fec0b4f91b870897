import { type BotChat, findBotChat, recordOverheard } from '../db/channels/bots.ts'
import type { MessageEvent } from './channel-event.ts'
import { type BotDeps, inWorkspace } from './deps.ts'

/* Whether the bot receives messages that are not addressed to it. A platform's own statement may be wrong for a single
 * group: at Telegram it counts from when the bot was added, and an admin receives all messages in any case. A received
 * message that is not addressed to the bot proves it. */

/** Which messages the bot receives in a group, as a text for its members. */
export async function hearingText(chat: string, deps: BotDeps): Promise<string> {
  const row = await inWorkspace(deps, (db, workspaceId) =>
    findBotChat(db, workspaceId, deps.bot, chat),
  )
  return deps.channel.texts.hearing[hearingIn(row, deps.me.readsAll)]
}

function hearingIn(chat: BotChat | null, readsAll: boolean): 'all' | 'perhaps' | 'called' {
  if (chat !== null && (chat.status === 'administrator' || chat.overheardAt !== null)) return 'all'
  return readsAll ? 'perhaps' : 'called'
}

export type HearingRecorder = {
  note(event: MessageEvent): Promise<void>
  /** Drops what is cached for a chat: the bot's status in it has changed. */
  forget(chat: string): void
}

/** Once known, it is recorded again at this interval. */
const AGAIN_MS = 3_600_000

/** Records in which chats the bot receives messages; not for every message, which would be a write for each. */
export function createHearingRecorder(deps: BotDeps): HearingRecorder {
  const noted = new Map<string, { readonly title: string | null; readonly at: number }>()
  const note: HearingRecorder['note'] = async ({ delivery, isOverheard }) => {
    const { externalId: chat, title, kind } = delivery.chat
    const last = noted.get(chat)
    const now = deps.now()
    const isKnown = last?.title === title && now.getTime() - last.at < AGAIN_MS
    if (isKnown || (last !== undefined && !isOverheard && last.title === title)) return
    const seen = { chat, title, isGroup: kind === 'group' }
    const sentAt = delivery.messages[0]?.sentAt ?? now
    await inWorkspace(deps, (db, workspaceId) =>
      recordOverheard(db, workspaceId, deps.bot, seen, isOverheard ? sentAt : null),
    )
    noted.set(chat, { title, at: isOverheard ? now.getTime() : 0 })
  }
  return { note, forget: (chat) => noted.delete(chat) }
}
