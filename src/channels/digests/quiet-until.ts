import { findChatSettings } from '../../db/messages/chats.ts'
import type { Send } from '../../domain/channels/send.ts'
import { endOfQuietHours } from '../../domain/digest/due-digest.ts'
import { type BotDeps, inWorkspace } from '../deps.ts'
import { readDigestDetail } from './digest-detail.ts'
import { digestRules } from './digest-rules.ts'

/**
 * When the quiet hours of a digest's chat end; null outside them, and for other sends. Checked before each attempt:
 * a digest that was enqueued earlier may be retried in them.
 */
export async function findQuietUntil(
  { kind, detail, state }: Send,
  deps: BotDeps,
): Promise<Date | null> {
  if (kind !== 'digest' || detail === null || state !== 'due') return null
  const { chatId } = readDigestDetail(detail)
  const own = await inWorkspace(deps, (db, workspaceId) =>
    findChatSettings(db, workspaceId, chatId),
  )
  const { quietHours, timeZone } = digestRules(own, deps.settings)
  return endOfQuietHours(quietHours, timeZone, deps.now())
}
