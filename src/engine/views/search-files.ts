import type { Db } from '../../db/engine/database.ts'
import { shareReads } from '../../db/engine/share-reads.ts'
import type { AudienceFilter } from '../../db/files/file-audience.ts'
import { listFileAudiences, listFilesByIds } from '../../db/files/files.ts'
import type { VectorQuery } from '../../db/search/find-similar.ts'
import { listFoundChunks } from '../../db/search/search-chunks.ts'
import { parseThreadId } from '../../domain/chat.ts'
import type { StoredFile } from '../../domain/file.ts'
import { type SharedFilesAudience, seesSharedFiles } from '../../domain/file.ts'
import type { ChunkId } from '../../domain/ids.ts'
import type { Chunk } from '../../domain/piece.ts'
import { mayActAs, type Principal } from '../../domain/principal.ts'
import { audienceScope, workspaceScope } from '../../domain/scope.ts'
import { readQuery } from '../../text/query/read-query.ts'
import { findVisibleChat } from '../access/access.ts'
import { STEPS } from '../context/recall-deps.ts'
import { embedQuery } from '../recall/embed-query.ts'
import { searchFiles } from '../recall/files.ts'
import { excerptOf } from '../trim/excerpt.ts'
import { spansOf } from '../trim/highlight.ts'
import type { SearchDeps } from './search.ts'

/* Recall's search over files, without a question: returns which words matched. Staff search the files of
 * all people, one audience after the other, since the rarity of a word depends on the files that are
 * searched. */

/** Audiences that are searched for staff, those with the newest files first. */
const MAX_AUDIENCES = 20
const EXCERPT_TOKENS = 70
/**
 * A chunk without any of the words must be at least this similar. By bench/session-recall the wanted one is
 * at 0.25 with the builtin embedder and all others at 0.13.
 */
const MIN_SIMILARITY = 0.25

type Span = { readonly start: number; readonly end: number }

export type FileHit = {
  readonly file: StoredFile
  readonly chunk: Chunk
  readonly score: number
  readonly excerpt: string
  /** Where in the excerpt the matched words are. */
  readonly spans: readonly Span[]
  /** The lines of the file those words are in; all lines of the chunk where it has none of them. */
  readonly lines: { readonly from: number; readonly to: number }
}

export type FoundInFiles = {
  readonly hits: readonly FileHit[]
  /** Words that are in no file, and what they were read as. */
  readonly meant: ReadonlyMap<string, string>
  /** False if there are more audiences than were searched. */
  readonly isComplete: boolean
}

export type FileSearchRequest = {
  readonly text: string
  /** The chat whose audience is searched; null for what the caller sees outside of chats. */
  readonly threadId: string | null
  readonly limit: number
}

/** The chunks that match a text best, best first, of those the caller may see. */
export async function searchInFiles(
  principal: Principal,
  { text, threadId, limit }: FileSearchRequest,
  deps: SearchDeps & {
    readonly countTokens: (text: string) => number
    readonly assembly: { readonly sharedFiles: SharedFilesAudience }
  },
): Promise<FoundInFiles> {
  const { workspaceId } = principal
  const scope = workspaceScope(workspaceId)
  const { audiences, isComplete } = await deps.database.within(scope, (db) =>
    findAudiences(db, principal, threadId, deps.assembly.sharedFiles),
  )
  const read = shareReads(deps.database, scope)
  const vector = await embedQuery(text, workspaceId, { read, embedder: deps.embedder })
  const best = new Map<ChunkId, Omit<FileHit, 'file'>>()
  const meant = new Map<string, string>()
  for (const shown of audiences) {
    const found = await searchOne(shown, { text, vector, limit }, deps)
    for (const hit of found.hits) {
      // Files of the workspace are found with every audience.
      if (hit.score > (best.get(hit.chunk.id)?.score ?? 0)) best.set(hit.chunk.id, hit)
    }
    for (const [wrote, word] of found.meant) meant.set(wrote, word)
  }
  const chosen = [...best.values()]
    .toSorted((a, b) => b.score - a.score || a.chunk.id - b.chunk.id)
    .slice(0, limit)
  const ids = [...new Set(chosen.map(({ chunk }) => chunk.fileId))]
  const files = await deps.database.within(scope, (db) => listFilesByIds(db, workspaceId, ids))
  const hits = chosen.flatMap((hit) => {
    const file = files.get(hit.chunk.fileId)
    return file === undefined ? [] : [{ ...hit, file }]
  })
  return { hits, meant, isComplete }
}

async function findAudiences(
  db: Db,
  principal: Principal,
  threadId: string | null,
  sharedFiles: SharedFilesAudience,
): Promise<{ readonly audiences: readonly AudienceFilter[]; readonly isComplete: boolean }> {
  const { workspaceId, personId } = principal
  if (threadId !== null) {
    const chat = await findVisibleChat(db, principal, parseThreadId(threadId))
    const seesShared = seesSharedFiles(chat, sharedFiles)
    const shown = { workspaceId, chatId: chat.id, personId: null, seesShared }
    return { audiences: [shown], isComplete: true }
  }
  if (!mayActAs(principal.role, 'staff')) {
    const shown = { workspaceId, chatId: null, personId, seesShared: true }
    return { audiences: [shown], isComplete: true }
  }
  const all = await listFileAudiences(db, workspaceId, MAX_AUDIENCES + 1)
  return {
    audiences: all
      .slice(0, MAX_AUDIENCES)
      .map((audience) => ({ workspaceId, ...audience, seesShared: true })),
    isComplete: all.length <= MAX_AUDIENCES,
  }
}

async function searchOne(
  shown: AudienceFilter,
  {
    text,
    vector,
    limit,
  }: { readonly text: string; readonly vector: VectorQuery | null; readonly limit: number },
  { database, countTokens }: SearchDeps & { readonly countTokens: (text: string) => number },
) {
  const { terms, must } = readQuery(text)
  const scope = audienceScope(shown.workspaceId, { ...shown, isAlone: shown.personId !== null })
  return database.within(scope, async (db) => {
    const search = { terms, must, vector, limit }
    const { ranked, meant } = await searchFiles(db, shown, search, STEPS.rankDocuments)
    const ids = ranked.map(({ candidate }) => candidate.id)
    const chunks = await listFoundChunks(db, shown, ids)
    const words = terms.map((term) => meant.get(term) ?? term)
    const hits = ranked.flatMap(({ candidate: { id, similarity }, score }) => {
      const chunk = chunks.get(id)
      if (chunk === undefined) return []
      const options = { terms: words, maxTokens: EXCERPT_TOKENS, count: countTokens }
      const excerpt = excerptOf(chunk.text, options)?.text ?? ''
      const spans = spansOf(excerpt, words)
      const isSaid = spansOf(`${chunk.path} ${chunk.heading} ${chunk.text}`, words).length > 0
      const isAlike = similarity !== null && similarity >= MIN_SIMILARITY
      return isSaid || isAlike
        ? [{ chunk, score, excerpt, spans, lines: linesOf(chunk, excerpt, spans) }]
        : []
    })
    return { hits, meant }
  })
}

/** Counted from the end of the chunk: rows of a table are preceded by a copy of its header. */
function linesOf({ text, startLine, endLine }: Chunk, excerpt: string, spans: readonly Span[]) {
  // The excerpt marks cut ends by "…", which the chunk does not hold.
  const bare = excerpt.replaceAll(/^…|…$/g, '')
  const at = text.indexOf(bare) - excerpt.indexOf(bare)
  const [first, last] = [spans[0], spans.at(-1)]
  if (!text.includes(bare) || first === undefined || last === undefined)
    return { from: startLine, to: endLine }
  const lineAt = (place: number) => {
    const after =
      text
        .slice(at + place)
        .trimEnd()
        .split('\n').length - 1
    return Math.min(endLine, Math.max(startLine, endLine - after))
  }
  return { from: lineAt(first.start), to: lineAt(last.start) }
}
