import { updateReactions } from '../../db/messages/reactions.ts'
import type { ChatRef } from '../../domain/chat.ts'
import type { WorkspaceId } from '../../domain/ids.ts'
import type { Reaction } from '../../domain/message.ts'
import { workspaceScope } from '../../domain/scope.ts'
import { cleanText } from '../../text/clean-text.ts'
import type { ReceiveDeps } from './deps.ts'

/** As many kinds of emoji as a message may have on any platform. */
const MAX_EMOJIS = 100

/**
 * Replaces the reactions of a message by all it has now, so that a repeated event changes nothing. Nothing is derived
 * from reactions, and a later event brings them all again: they need no journal.
 */
export async function setReactions(
  workspaceId: WorkspaceId,
  target: ChatRef & { readonly messageId: string },
  reactions: readonly Reaction[],
  { database, record }: ReceiveDeps,
): Promise<{ changed: boolean }> {
  const clean = reactions
    .filter(({ count }) => count > 0)
    .slice(0, MAX_EMOJIS)
    .map(({ emoji, count }) => ({ emoji: cleanText(emoji), count }))
  const messageId = await database.within(workspaceScope(workspaceId), (db) =>
    updateReactions(db, workspaceId, target, clean),
  )
  if (messageId !== null) record({ name: 'message.reacted', workspaceId, messageId })
  return { changed: messageId !== null }
}
