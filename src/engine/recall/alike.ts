import { findAlike } from '../../db/embeddings.ts'
import { listByIds } from '../../db/find-messages.ts'
import type { Source } from './source.ts'

const LIMIT = 10

/** Messages of this chat that mean something alike. Silent without an embedder, and for a bare tag. */
export const alikeSource: Source = {
  name: 'alike',
  find: async (db, { place, question, asked, embedder, isBareTag }) => {
    if (embedder === null || isBareTag) return []
    const [vector] = await embedder.embed([asked])
    if (vector === undefined) return []
    const near = await findAlike(db, place, { modelId: embedder.id, vector }, LIMIT)
    const similarity = new Map(near.map((n) => [n.id, n.similarity]))
    const messages = await listByIds(db, place.workspaceId, place.chatId, [...similarity.keys()])
    return messages
      .filter((m) => m.topic === place.topic && m.sentAt <= question.askedAt)
      .map((message) => ({
        message,
        finding: {
          by: 'alike',
          weight: Math.max(0, similarity.get(message.id) ?? 0),
          reason: 'reads like the question',
        },
      }))
  },
}
