import { addToAlbum, findAlbum } from '../../db/messages/albums.ts'
import type { Delivery } from '../../domain/message.ts'
import { type BotDeps, inWorkspace } from '../deps.ts'

/** Adds pictures to their album if it is stored already, and returns its id; null if it is not. */
export async function joinAlbum(delivery: Delivery, deps: BotDeps): Promise<string | null> {
  const [message] = delivery.messages
  const album = message?.media[0]?.album
  if (message === undefined || album === undefined) return null
  const kept = await inWorkspace(deps, async (db, workspaceId) => {
    const found = await findAlbum(db, workspaceId, delivery.chat, { album, near: message.sentAt })
    if (found !== null) await addToAlbum(db, workspaceId, found, message.media)
    return found
  })
  if (kept === null) return null
  // The caption of an album may come with its last picture.
  if (kept.text === '' && message.text !== '') {
    const target = { ...delivery.chat, messageId: kept.externalId }
    await deps.engine.edit(deps.principal, target, {
      text: message.text,
      editedAt: message.editedAt ?? message.sentAt,
    })
  }
  return kept.externalId
}
