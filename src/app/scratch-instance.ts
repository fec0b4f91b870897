import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { tidyTables } from '../db/engine/tidy.ts'
import { findChat } from '../db/messages/chats.ts'
import type { Place } from '../db/messages/find-messages.ts'
import { type IncludedPiece, NEARBY } from '../domain/candidate.ts'
import { type ChatRef, formatThreadId } from '../domain/chat.ts'
import { DEFAULT_WORKSPACE } from '../domain/ids.ts'
import type { Principal } from '../domain/principal.ts'
import { workspaceScope } from '../domain/scope.ts'
import { findInChat, findInFiles } from '../engine/views/search.ts'
import type { Scratch, ShownPiece } from '../eval/scratch.ts'
import { embedMissing } from '../upkeep/embed-missing.ts'
import { type Earshot, openEarshot } from './open-earshot.ts'
import { findThroughFacts, readAllFacts } from './scratch-facts.ts'

const OPERATOR: Principal = {
  workspaceId: DEFAULT_WORKSPACE,
  role: 'admin',
  personId: null,
  name: 'eval',
}
/** In an evaluation no message is later than the question. */
const END_OF_TIME = new Date('9999-01-01T00:00:00Z')

/** Runs `work` with an Earshot of its own in a temporary directory, which is deleted afterwards. */
export async function withScratch<T>(
  config: Config,
  work: (scratch: Scratch) => Promise<T>,
): Promise<T> {
  const home = await mkdtemp(join(tmpdir(), 'earshot-eval-'))
  try {
    const earshot = await openEarshot({
      ...config,
      DATABASE_URL: undefined,
      EARSHOT_DATA_DIR: home,
      EARSHOT_LOG_LEVEL: 'error',
    })
    try {
      return await work(scratchOf(earshot, config))
    } finally {
      await earshot.close()
    }
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

function scratchOf(
  { engine, files, database, embedder, record, memory }: Earshot,
  config: Config,
): Scratch {
  const deps = { database, embedder }
  return {
    deliver: async (delivery) => {
      await engine.receive(OPERATOR, delivery)
    },
    addFile: async (path, text) => {
      const owner = { threadId: null, author: null }
      const bytes = new TextEncoder().encode(text)
      await files.keep(OPERATOR, owner, { path, bytes, contentType: null })
    },
    embed: async () => {
      await tidyTables(database)
      if (embedder !== null) await embedMissing({ database, embedder, record }, new Map())
      await tidyTables(database)
    },
    readFacts: () => readAllFacts(DEFAULT_WORKSPACE, memory),
    findThroughFacts: async (ref, text) => {
      const place = await placeOf(ref, database)
      if (place === null) return []
      const found = await findThroughFacts(place, { text, askedAt: END_OF_TIME }, deps)
      return [...new Set(found.map((message) => message.externalId))]
    },
    findInChat: async (ref, text, limit) => {
      const place = await placeOf(ref, database)
      if (place === null) return []
      const found = await findInChat(place, { text, until: END_OF_TIME, limit }, deps)
      return found.map((message) => message.externalId)
    },
    buildContext: async ({ chat, ...asked }) => {
      const { context } = await engine.buildContext(OPERATOR, {
        ...asked,
        threadId: formatThreadId({ ...chat, topic: null }),
        messageId: null,
        quote: null,
        budgetTokens: config.EARSHOT_CONTEXT_TOKENS - config.EARSHOT_SYSTEM_TOKENS,
      })
      return context.kept.flatMap((item): ShownPiece[] => {
        if (item.piece.kind !== 'message') return []
        return [
          {
            messageId: item.piece.message.externalId,
            tier: tierOf(item),
            tokens: item.tokens,
          },
        ]
      })
    },
    findInFiles: async (text, limit) => {
      const shown = {
        workspaceId: DEFAULT_WORKSPACE,
        chatId: null,
        personId: null,
        seesShared: true,
      }
      // A file may match with several of its chunks.
      const found = await findInFiles(shown, { text, limit: 2 * limit }, deps)
      return [...new Set(found.map((chunk) => chunk.path))].slice(0, limit)
    },
  }
}

async function placeOf(ref: ChatRef, database: Earshot['database']): Promise<Place | null> {
  const scope = workspaceScope(DEFAULT_WORKSPACE)
  const chat = await database.within(scope, (db) => findChat(db, DEFAULT_WORKSPACE, ref))
  return chat === null ? null : { workspaceId: DEFAULT_WORKSPACE, chatId: chat.id, topic: null }
}

/** A nearby message that a search found too counts as nearby: it would be there without the search. */
function tierOf({ isAnchor, findings }: IncludedPiece): ShownPiece['tier'] {
  const isBy = (...names: string[]) => findings.some(({ by }) => names.includes(by))
  if (isAnchor || isBy('conversation', 'reply')) return 'conversation'
  return isBy(NEARBY) ? 'nearby' : 'search'
}
