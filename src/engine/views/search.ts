import type { Database } from '../../db/engine/database.ts'
import { shareReads } from '../../db/engine/share-reads.ts'
import type { AudienceFilter } from '../../db/files/file-audience.ts'
import type { Place } from '../../db/messages/find-messages.ts'
import { listByIds } from '../../db/messages/find-messages.ts'
import { listFoundChunks } from '../../db/search/search-chunks.ts'
import type { Message } from '../../domain/message.ts'
import type { Chunk } from '../../domain/piece.ts'
import { audienceScope } from '../../domain/scope.ts'
import type { Embedder } from '../../models/embedder.ts'
import { readQuery } from '../../text/query/read-query.ts'
import { STEPS } from '../context/recall-deps.ts'
import { type FoundMessage, speaksForItself } from '../recall/best-match.ts'
import { embedQuery } from '../recall/embed-query.ts'
import { searchFiles } from '../recall/files.ts'
import { searchMessages } from '../recall/messages.ts'

/* Recall's searches, one at a time, without a question. */

export type SearchDeps = { readonly database: Database; readonly embedder: Embedder | null }

type ChatQuery = { readonly text: string; readonly until: Date; readonly limit: number }

/** The messages of a chat that match a text best, best first; also those that stand beside the best. */
export function findInChat(place: Place, query: ChatQuery, deps: SearchDeps): Promise<Message[]> {
  return rankInChat(place, query, () => true, deps)
}

/** Of those only the messages that have a word of the text, or its meaning; none for most texts about other things. */
export function findMatchesInChat(
  place: Place,
  query: ChatQuery,
  deps: SearchDeps,
): Promise<Message[]> {
  return rankInChat(place, query, speaksForItself, deps)
}

async function rankInChat(
  place: Place,
  { text, until, limit }: ChatQuery,
  isWanted: (found: FoundMessage) => boolean,
  deps: SearchDeps,
): Promise<Message[]> {
  const asked = readQuery(text)
  const audience = { chatId: place.chatId, personId: null, isAlone: false }
  const scope = audienceScope(place.workspaceId, audience)
  const read = shareReads(deps.database, scope)
  const vector = await embedQuery(text, place.workspaceId, { read, embedder: deps.embedder })
  return read(async (db) => {
    const search = { asked, vector, until, limit }
    const { ranked } = await searchMessages(db, place, search, STEPS.rankMessages)
    const ids = ranked.filter(isWanted).map(({ candidate }) => candidate.id)
    const messages = await listByIds(db, place.workspaceId, place.chatId, ids)
    const byId = new Map(messages.map((message) => [message.id, message]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  })
}

/** The chunks of files that match a text best, best first. */
export async function findInFiles(
  shown: AudienceFilter,
  { text, limit }: { readonly text: string; readonly limit: number },
  deps: SearchDeps,
): Promise<Chunk[]> {
  const { terms, must } = readQuery(text)
  const audience = { ...shown, isAlone: shown.personId !== null }
  const scope = audienceScope(shown.workspaceId, audience)
  const read = shareReads(deps.database, scope)
  const vector = await embedQuery(text, shown.workspaceId, { read, embedder: deps.embedder })
  return read(async (db) => {
    const search = { terms, must, vector, limit }
    const { ranked } = await searchFiles(db, shown, search, STEPS.rankDocuments)
    const ids = ranked.map(({ candidate }) => candidate.id)
    const chunks = await listFoundChunks(db, shown, ids)
    return ids.flatMap((id) => chunks.get(id) ?? [])
  })
}
