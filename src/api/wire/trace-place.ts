import type { ChunkId, FactId, SessionId } from '../../domain/ids.ts'
import type { TraceItem } from '../../domain/trace.ts'
import type { Explained } from '../../engine/views/explain.ts'

/* Where a traced item is, and its text today: a trace itself holds ids only. */

/** The items of a trace as they are today. */
export type ShownPlace = Omit<Explained, 'record' | 'threadId' | 'usage'>

/** Where an item is, its author and its text; nulls for what has been deleted since. */
export function tracePlaceOf(item: TraceItem, shown: ShownPlace) {
  if (item.fact != null) return ofFact(item.fact.id, shown)
  if (item.sessionId != null) return ofTalk(item.sessionId, shown)
  return item.chunkId == null ? ofMessage(item, shown) : ofChunk(item.chunkId, shown)
}

function ofTalk(id: SessionId, { talks }: Pick<Explained, 'talks'>) {
  const talk = talks.get(id)
  return {
    type: 'memory' as const,
    message_id: null,
    session_id: id,
    file_id: null,
    path: null,
    lines: null,
    author: null,
    sent_at: talk?.endedAt.toISOString() ?? null,
    text: talk?.text ?? null,
  }
}

function ofFact(id: FactId, { facts }: Pick<Explained, 'facts'>) {
  const fact = facts.get(id)
  return {
    type: 'fact' as const,
    message_id: null,
    session_id: null,
    file_id: null,
    path: null,
    lines: null,
    author: fact?.saidByName ?? null,
    sent_at: fact?.saidAt.toISOString() ?? null,
    text: fact?.text ?? null,
  }
}

function ofMessage(item: TraceItem, { messages }: Pick<Explained, 'messages'>) {
  const message = item.messageId === null ? undefined : messages.get(item.messageId)
  const snapshot = item.fromSnapshot ? message?.contextSnapshot : null
  const said = snapshot
    ? { author: snapshot.author, sentAt: snapshot.sentAt, text: snapshot.text }
    : { author: message?.authorName, sentAt: message?.sentAt, text: message?.text }
  return {
    type: item.isNearby === true ? ('nearby' as const) : ('message' as const),
    message_id: item.externalId,
    session_id: null,
    file_id: null,
    path: null,
    lines: null,
    author: said.author ?? null,
    sent_at: said.sentAt?.toISOString() ?? null,
    text: said.text ?? null,
  }
}

function ofChunk(id: ChunkId, { chunks }: Pick<Explained, 'chunks'>) {
  const chunk = chunks.get(id)
  return {
    type: 'chunk' as const,
    message_id: null,
    session_id: null,
    file_id: chunk === undefined ? null : String(chunk.fileId),
    path: chunk?.path ?? null,
    lines: chunk === undefined ? null : `${chunk.startLine}-${chunk.endLine}`,
    author: null,
    sent_at: chunk?.updatedAt.toISOString() ?? null,
    text: chunk?.text ?? null,
  }
}
