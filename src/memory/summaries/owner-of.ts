import type { Db } from '../../db/engine/database.ts'
import { findIdentity } from '../../db/messages/people.ts'
import type { Transcript } from '../../db/sessions/transcripts.ts'
import type { PersonId, WorkspaceId } from '../../domain/ids.ts'
import { groupMemory, type MemoryOwner, personMemory } from '../../domain/memory.ts'
import type { MemorySettings } from '../deps.ts'

/** The memory owner of a session: the group, or the one person who wrote; null if unknown or memory is off. */
export async function memoryOwnerOf(
  db: Db,
  workspaceId: WorkspaceId,
  { chatId, isGroup, topic, personId, lines }: Omit<Transcript, 'endedAt'>,
  { remembers }: Pick<MemorySettings, 'remembers'>,
): Promise<MemoryOwner | null> {
  if (!remembers(workspaceId)) return null
  if (chatId !== null && isGroup) return groupMemory(chatId, topic)
  const people = new Set(lines.flatMap(({ isBot, authorId }) => (isBot ? [] : (authorId ?? []))))
  const [only] = people.size === 1 ? [...people] : []
  const person: PersonId | null = personId ?? only ?? null
  if (person === null) return chatId === null ? null : groupMemory(chatId, topic)
  const identity = await findIdentity(db, workspaceId, person)
  return identity === null || identity.isOptedOut ? null : personMemory(identity.selfId)
}
