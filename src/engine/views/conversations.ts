import type { Db } from '../../db/engine/database.ts'
import { findConversationsOf } from '../../db/messages/conversation-members.ts'
import {
  type ConversationKey,
  findConversation,
  listConversationsOf,
  listMembers,
} from '../../db/messages/conversations.ts'
import type { Place } from '../../db/messages/find-messages.ts'
import { listByIds } from '../../db/messages/find-messages.ts'
import { findPerson, listShownPeople, type ShownPerson } from '../../db/messages/people.ts'
import { listConversationSummaries } from '../../db/sessions/conversation-sessions.ts'
import { parseThreadId } from '../../domain/chat.ts'
import { type Conversation, isQuiet, QUIET_MS } from '../../domain/conversation.ts'
import { AppError } from '../../domain/errors.ts'
import type { ConversationId, MessageId } from '../../domain/ids.ts'
import type { Message } from '../../domain/message.ts'
import type { Principal } from '../../domain/principal.ts'
import { audienceScope, workspaceScope } from '../../domain/scope.ts'
import { findVisibleChat } from '../access/access.ts'
import { findMatchesInChat, type SearchDeps } from './search.ts'
import { type ConversationTitle, TITLE_MESSAGES, titleConversation } from './title-conversation.ts'

/* Reading the conversations of a thread. */

export type ConversationStatus = 'open' | 'quiet'

/** A conversation with what a person recognises it by. */
export type ConversationOverview = ConversationTitle &
  Pick<Conversation, 'id' | 'startedAt' | 'lastAt' | 'messageCount' | 'continuesId'> & {
    readonly status: ConversationStatus
    /** What is remembered of it; null if nothing is yet. */
    readonly summary: string | null
    readonly people: readonly ShownPerson[]
    /** Its first and last message, by the channel's ids. */
    readonly firstId: string
    readonly lastId: string
    /** The question that has no answer yet. */
    readonly question: Message | null
  }

export type ConversationListRequest = {
  /** What they are about: the best match first; null for the newest first. */
  readonly text: string | null
  readonly status: ConversationStatus | null
  /** Only those this person wrote in, by the channel's id; null for all. */
  readonly person: string | null
  readonly since: Date | null
  readonly after: ConversationKey | null
  readonly limit: number
}

export type Conversations = {
  list(
    principal: Principal,
    threadId: string,
    request: ConversationListRequest,
  ): Promise<ConversationOverview[]>
  read(
    principal: Principal,
    threadId: string,
    id: ConversationId,
  ): Promise<ConversationOverview & { readonly messages: readonly Message[] }>
}

/** The first messages of a long conversation; all of it is in the timeline. */
const MAX_MESSAGES = 1_000

type Deps = SearchDeps & { readonly now: () => Date }

/** Binds the functions to their dependencies. */
export function createConversations(deps: Deps): Conversations {
  return {
    list: async (principal, threadId, { text, ...request }) => {
      const hits = text === null ? null : await findHits(principal, threadId, text, deps)
      return inThread(principal, threadId, deps, async (db, place) => {
        const { status, person, since, ...page } = request
        const personId = person === null ? null : await personIn(db, place, threadId, person)
        if (personId === undefined) return []
        const quietSince = new Date(deps.now().getTime() - QUIET_MS)
        const ids = hits === null ? null : await rankConversations(db, place, hits)
        const found = await listConversationsOf(db, place, {
          ...{ ...page, personId, ids, limit: ids === null ? page.limit : ids.length },
          since: status === 'open' ? laterOf(since, quietSince) : since,
          until: status === 'quiet' ? quietSince : null,
        })
        const best = ids === null ? found : inOrderOf(ids, found).slice(0, page.limit)
        return show(db, place, best, deps.now())
      })
    },
    read: (principal, threadId, id) =>
      inThread(principal, threadId, deps, async (db, place) => {
        const found = await findConversation(db, place, id)
        const [shown] = found === null ? [] : await show(db, place, [found], deps.now())
        if (shown === undefined) throw unknownConversation(id)
        const members = await listMembers(db, place, {
          ids: [id],
          since: null,
          limit: MAX_MESSAGES,
        })
        return { ...shown, messages: members.get(id) ?? [] }
      }),
  }
}

/** Messages that a search ranks conversations by, and how many of one conversation: a long one must not win by its length. */
const HITS = 20
const HITS_OF_ONE = 3
/** The weight of a hit halves from the first to the fourth. */
const RANK_OFFSET = 3

/** The messages of a thread that match a text best. The search has transactions of its own. */
async function findHits(
  principal: Principal,
  threadId: string,
  text: string,
  deps: Deps,
): Promise<MessageId[]> {
  const place = await inThread(principal, threadId, deps, async (_, found) => found)
  const messages = await findMatchesInChat(place, { text, until: deps.now(), limit: HITS }, deps)
  return messages.map(({ id }) => id)
}

/** The conversations of these messages by the sum of their ranks, the best first. */
async function rankConversations(
  db: Db,
  place: Place,
  hits: readonly MessageId[],
): Promise<ConversationId[]> {
  const { known } = await findConversationsOf(db, place, hits)
  const weights = new Map<ConversationId, number>()
  const counts = new Map<ConversationId, number>()
  for (const [rank, id] of hits.entries()) {
    const conversation = known.get(id)
    const count = conversation === undefined ? HITS_OF_ONE : (counts.get(conversation) ?? 0)
    if (conversation === undefined || count === HITS_OF_ONE) continue
    counts.set(conversation, count + 1)
    weights.set(conversation, (weights.get(conversation) ?? 0) + 1 / (RANK_OFFSET + rank))
  }
  return [...weights].toSorted(([a, x], [b, y]) => y - x || b - a).map(([id]) => id)
}

function inOrderOf(
  ids: readonly ConversationId[],
  found: readonly Conversation[],
): readonly Conversation[] {
  const places = new Map(ids.map((id, i) => [id, i]))
  return found.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
}

function unknownConversation(id: ConversationId): AppError {
  return new AppError(
    'conversation_not_found',
    `No conversation "${id}" is in this thread. It may have become part of another one; GET …/conversations lists them.`,
  )
}

/** Runs `work` in a scope that sees this chat alone, if the principal may see it. */
async function inThread<T>(
  principal: Principal,
  threadId: string,
  { database }: Deps,
  work: (db: Db, place: Place) => Promise<T>,
): Promise<T> {
  const { workspaceId } = principal
  const thread = parseThreadId(threadId)
  const chat = await database.within(workspaceScope(workspaceId), (db) =>
    findVisibleChat(db, principal, thread),
  )
  const audience = { chatId: chat.id, personId: null, isAlone: false }
  return database.within(audienceScope(workspaceId, audience), (db) =>
    work(db, { workspaceId, chatId: chat.id, topic: thread.topic }),
  )
}

async function personIn(db: Db, { workspaceId }: Place, threadId: string, externalId: string) {
  const { channel } = parseThreadId(threadId)
  // As channel:id too, as everywhere else.
  const prefix = `${channel}:`
  const id = externalId.startsWith(prefix) ? externalId.slice(prefix.length) : externalId
  return (await findPerson(db, workspaceId, channel, id))?.id
}

async function show(
  db: Db,
  place: Place,
  found: readonly Conversation[],
  now: Date,
): Promise<ConversationOverview[]> {
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  const openings = await listMembers(db, place, { ids, since: null, limit: TITLE_MESSAGES })
  const named = found.flatMap(({ firstId, lastId, questionId }) => [
    firstId,
    lastId,
    ...(questionId === null ? [] : [questionId]),
  ])
  const messages = await listByIds(db, place.workspaceId, place.chatId, named)
  const byId = new Map(messages.map((message) => [message.id, message]))
  const summaries = await listConversationSummaries(db, place.workspaceId, ids)
  const people = await listShownPeople(db, place, [...new Set(found.flatMap((c) => c.personIds))])
  return found.map((conversation) => {
    const externalId = (id: MessageId) => byId.get(id)?.externalId ?? ''
    const summary = summaries.get(conversation.id)
    const made = titleConversation(openings.get(conversation.id) ?? [])
    return {
      ...conversation,
      title: summary?.title ?? made.title,
      tags: summary === undefined ? made.tags : summary.tags,
      summary: summary?.text ?? null,
      status: isQuiet(conversation, now) ? 'quiet' : 'open',
      people: conversation.personIds.flatMap((id) => people.get(id) ?? []),
      firstId: externalId(conversation.firstId),
      lastId: externalId(conversation.lastId),
      question: byId.get(conversation.questionId as MessageId) ?? null,
    }
  })
}

function laterOf(a: Date | null, b: Date): Date {
  return a !== null && a > b ? a : b
}
