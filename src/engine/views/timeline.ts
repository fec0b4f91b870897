import type { Database, Db } from '../../db/engine/database.ts'
import type { Place } from '../../db/messages/find-messages.ts'
import { listThreads, type Thread, type ThreadKey } from '../../db/messages/threads.ts'
import {
  findIndexes,
  findMarks,
  findShown,
  listAt,
  type ShownMessage,
} from '../../db/messages/timeline.ts'
import { parseThreadId } from '../../domain/chat.ts'
import { AppError } from '../../domain/errors.ts'
import { mayActAs, type Principal } from '../../domain/principal.ts'
import { audienceScope, workspaceScope } from '../../domain/scope.ts'
import { readQuery } from '../../text/query/read-query.ts'
import { findVisibleChat } from '../access/access.ts'
import { excerptOf } from '../trim/excerpt.ts'
import { spansOf } from '../trim/highlight.ts'
import { correctTimeline } from './correct-timeline.ts'
import { findInChat, type SearchDeps } from './search.ts'

export type { ShownMessage, Thread, ThreadKey }

/* Reading chats: their threads, messages and a search in them. */

type TimelineDeps = SearchDeps & { readonly now: () => Date }

/** A part of a thread. Messages are counted from 0, in the order of the chat. */
type TimelinePage = {
  readonly total: number
  /** Changes with every change to the chat; until then cached pages are valid. */
  readonly version: string
  readonly index: number
  readonly messages: readonly ShownMessage[]
}

/** From an index on, or with a message in its middle. */
type TimelineRequest = { readonly limit: number } & (
  | { readonly index: number }
  | { readonly around: string }
)

export type TimelineHit = {
  readonly message: Pick<ShownMessage, 'externalId' | 'authorName' | 'sentAt'>
  readonly index: number
  readonly excerpt: string
  /** Where the excerpt holds the query's words, in UTF-16 units. */
  readonly spans: readonly { readonly start: number; readonly end: number }[]
}

/** Functions to read chats. */
export type Timelines = {
  listThreads(
    principal: Principal,
    wish: { readonly after: ThreadKey | null; readonly limit: number },
  ): Promise<Thread[]>
  readTimeline(principal: Principal, threadId: string, wish: TimelineRequest): Promise<TimelinePage>
  readMessage(principal: Principal, threadId: string, id: string): Promise<ShownMessage>
  searchTimeline(
    principal: Principal,
    threadId: string,
    wish: { readonly text: string; readonly limit: number },
  ): Promise<TimelineHit[]>
}

/** Binds the functions to their dependencies. */
export function createTimelines(deps: TimelineDeps): Timelines {
  const { database } = deps
  return {
    listThreads: (principal, wish) => seeThreads(principal, wish, database),
    readTimeline: (principal, threadId, wish) => readTimeline(principal, threadId, wish, database),
    readMessage: async (principal, threadId, id) => {
      const place = await findPlace(principal, threadId, database)
      return within(database, place, async (db) => {
        const { isCorrected } = await findMarks(db, place)
        const message = await findOrFail(db, place, id)
        const [shown = message] = isCorrected ? await correctTimeline(db, place, [message]) : []
        return shown
      })
    },
    searchTimeline: (principal, threadId, wish) => search(principal, threadId, wish, deps),
  }
}

/** A member sees the chats it wrote in, staff all of them. */
async function seeThreads(
  principal: Principal,
  wish: { readonly after: ThreadKey | null; readonly limit: number },
  database: Database,
): Promise<Thread[]> {
  const { workspaceId, personId, role } = principal
  const isStaff = mayActAs(role, 'staff')
  if (!isStaff && personId === null) return []
  const spokenBy = isStaff ? null : personId
  return database.within(workspaceScope(workspaceId), (db) =>
    listThreads(db, workspaceId, { ...wish, spokenBy }),
  )
}

async function readTimeline(
  principal: Principal,
  threadId: string,
  wish: TimelineRequest,
  database: Database,
): Promise<TimelinePage> {
  const place = await findPlace(principal, threadId, database)
  return within(database, place, async (db) => {
    const marks = await findMarks(db, place)
    const { total, version } = marks
    const { limit } = wish
    const index = 'index' in wish ? wish.index : await indexAround(wish)
    const page = await listAt(db, place, marks, { index, limit })
    const messages = marks.isCorrected ? await correctTimeline(db, place, page) : page
    return { total, version, index, messages }

    async function indexAround({ around }: { readonly around: string }): Promise<number> {
      const message = await findOrFail(db, place, around)
      const [at = 0] = await findIndexes(db, place, marks, [message])
      return Math.max(0, at - Math.floor(limit / 2))
    }
  })
}

/** Length of an excerpt in characters, at most. */
const EXCERPT = 240

async function search(
  principal: Principal,
  threadId: string,
  { text, limit }: { readonly text: string; readonly limit: number },
  deps: TimelineDeps,
): Promise<TimelineHit[]> {
  const place = await findPlace(principal, threadId, deps.database)
  const found = await findInChat(place, { text, until: deps.now(), limit }, deps)
  const indexes = await within(deps.database, place, async (db) =>
    findIndexes(db, place, await findMarks(db, place), found),
  )
  const { terms } = readQuery(text)
  const options = { terms, maxTokens: EXCERPT, count: (part: string) => part.length }
  return found.map((message, i) => {
    const excerpt = excerptOf(message.text, options)?.text ?? message.text.slice(0, EXCERPT)
    return { message, index: indexes[i] ?? 0, excerpt, spans: spansOf(excerpt, terms) }
  })
}

async function findOrFail(db: Db, place: Place, id: string): Promise<ShownMessage> {
  const message = await findShown(db, place, id)
  if (message !== null) return message
  throw new AppError(
    'message_not_found',
    `No message "${id}" is in this thread. It may have been deleted, or belong to another thread.`,
  )
}

/** The thread, if the principal may see its chat. */
async function findPlace(
  principal: Principal,
  threadId: string,
  database: Database,
): Promise<Place> {
  const { workspaceId } = principal
  const thread = parseThreadId(threadId)
  const chat = await database.within(workspaceScope(workspaceId), (db) =>
    findVisibleChat(db, principal, thread),
  )
  return { workspaceId, chatId: chat.id, topic: thread.topic }
}

function within<T>(database: Database, place: Place, work: (db: Db) => Promise<T>): Promise<T> {
  const audience = { chatId: place.chatId, personId: null, isAlone: false }
  return database.within(audienceScope(place.workspaceId, audience), work)
}
