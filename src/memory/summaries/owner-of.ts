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
  {
    chatId,
    isGroup,
    topic,
    personId,
    lines,
  }: Pick<Transcript, 'chatId' | 'isGroup' | 'topic' | 'personId' | 'lines'>,
  { remembers }: Pick<MemorySettings, 'remembers'>,
): Promise<MemoryOwner | null> {
  if (!remembers(workspaceId)) return null
  if (chatId !== null && isGroup) return groupMemory(chatId, topic)
  const people = new Set(lines.flatMap(({ isBot, authorId }) => (isBot ? [] : (authorId ?? []))))
  const [only] = people.size === 1 ? [...people] : []
  const person: PersonId | null = personId ?? only ?? null
  if (person === null) return chatId === null ? null : groupMemory(chatId, topic)
  return ownMemory(db, workspaceId, person)
}

/**
 * The memory that a closed session is summarised into; null for none. A group is remembered by its conversations. What a
 * person asked about it without posting it there is theirs alone.
 */
export async function summaryOwnerOf(
  db: Db,
  workspaceId: WorkspaceId,
  transcript: Transcript,
  settings: Pick<MemorySettings, 'remembers'>,
): Promise<MemoryOwner | null> {
  const { isGroup, conversationId, personId } = transcript
  if (!isGroup || conversationId !== null) {
    return memoryOwnerOf(db, workspaceId, transcript, settings)
  }
  if (personId === null || !settings.remembers(workspaceId)) return null
  return ownMemory(db, workspaceId, personId)
}

async function ownMemory(
  db: Db,
  workspaceId: WorkspaceId,
  person: PersonId,
): Promise<MemoryOwner | null> {
  const identity = await findIdentity(db, workspaceId, person)
  return identity === null || identity.isOptedOut ? null : personMemory(identity.selfId)
}
