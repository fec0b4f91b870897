import type { Database, Db } from '../../../db/engine/database.ts'
import { listConversationsWith } from '../../../db/messages/conversations.ts'
import type { Place, Point } from '../../../db/messages/find-messages.ts'
import {
  findLastCaughtUp,
  findLastWritten,
  listContinued,
  listMissed,
  listOwnParents,
  type MissedMessage,
  pointAfter,
} from '../../../db/messages/missed-messages.ts'
import { findPersonById, type PersonRow } from '../../../db/messages/people.ts'
import { parseThreadId } from '../../../domain/chat.ts'
import { AppError } from '../../../domain/errors.ts'
import type { PersonId } from '../../../domain/ids.ts'
import type { Principal } from '../../../domain/principal.ts'
import { audienceScope, workspaceScope } from '../../../domain/scope.ts'
import { findAsker, findVisibleChat } from '../../access/access.ts'
import { askerFinder } from './asker-finder.ts'
import { choosePoints, groupMissed, type Missed, type MissedConversation } from './choose-points.ts'
import { answerable } from './open-questions.ts'
import { writeCatchUp } from './write-catch-up.ts'

/* "What did I miss?", by conversation, without a model. Only what the chat may see is read. */

export type CatchUpRequest = {
  /** The person who catches up, by the channel's id; null for the caller's own. */
  readonly author: { readonly externalId: string } | null
  /** Null: since the person last wrote here or asked what they missed, or for a day if they never did. */
  readonly since: Date | null
  /** The time of the request: later messages are left out. Null for now. */
  readonly askedAt: Date | null
  /** Only conversations that concern the person. */
  readonly isOnlyMe: boolean
}

export type CatchUp = {
  readonly since: Date
  readonly until: Date
  readonly messageCount: number
  /** How many conversations there are; the first MAX_CONVERSATIONS are listed. */
  readonly conversationCount: number
  readonly conversations: readonly MissedConversation[]
  readonly text: string
}

const DAY_MS = 86_400_000
/** The newest of more than these are read: a person who was away for a year reads no more. */
const MAX_MESSAGES = 20_000
const MAX_CONVERSATIONS = 20
/** A message answers a question that it continues at least so probably; chosen with the first half of bench/catch-up. */
const MIN_ANSWER = 0.5

type Deps = { readonly database: Database; readonly now: () => Date }

/** What happened in a thread since a person last wrote or caught up, or since a time. */
export async function catchUp(
  principal: Principal,
  threadId: string,
  request: CatchUpRequest,
  { database, now }: Deps,
): Promise<CatchUp> {
  const { workspaceId } = principal
  const thread = parseThreadId(threadId)
  const { chatId, asker } = await database.within(workspaceScope(workspaceId), async (db) => {
    const chat = await findVisibleChat(db, principal, thread)
    return { chatId: chat.id, asker: await askerOf(db, principal, thread.channel, request) }
  })
  const place = { workspaceId, chatId, topic: thread.topic }
  const { since, isOnlyMe } = request
  const until = request.askedAt ?? now()
  return missedIn(place, asker?.id ?? null, { since, until, isOnlyMe, database })
}

type Period = Pick<CatchUpRequest, 'since' | 'isOnlyMe'> & {
  readonly until: Date
  readonly database: Database
}

/** The same for a place and a person that are known already. */
export async function missedIn(
  place: Place,
  personId: PersonId | null,
  { since: from, until, isOnlyMe, database }: Period,
): Promise<CatchUp> {
  const { workspaceId, chatId } = place
  const audience = { chatId, personId: null, isAlone: false }
  return database.within(audienceScope(workspaceId, audience), async (db) => {
    const asker = personId === null ? null : await findPersonById(db, workspaceId, personId)
    const after = from === null ? await lastSeen(db, place, asker, until) : pointAfter(from)
    const since = after.sentAt
    const messages = await listMissed(db, place, { after, until, limit: MAX_MESSAGES })
    const missed = await readMissed(db, place, asker, { messages, until })
    const chosen = choosePoints(missed, { isOnlyMe, limit: MAX_CONVERSATIONS })
    const counted = { messageCount: messages.length, ...chosen }
    return { since, until, ...counted, text: writeCatchUp(counted) }
  })
}

async function askerOf(
  db: Db,
  principal: Principal,
  channel: string,
  { author, isOnlyMe }: CatchUpRequest,
): Promise<PersonRow | null> {
  const asker = await findAsker(db, principal, channel, author)
  if (asker !== null) return asker
  if (author !== null) {
    throw new AppError(
      'person_not_found',
      `No person "${channel}:${author.externalId}" is known. Omit the author, or check the id.`,
    )
  }
  if (isOnlyMe) {
    throw new AppError(
      'invalid_request',
      'only_me needs a person: name the author, or use the key of a member.',
    )
  }
  return null
}

/** Where the person wrote last, or asked last what they missed; a day ago if they never did. */
async function lastSeen(
  db: Db,
  place: Place,
  asker: PersonRow | null,
  until: Date,
): Promise<Point> {
  const dayAgo = pointAfter(new Date(until.getTime() - DAY_MS))
  if (asker === null) return dayAgo
  const after = (await findLastWritten(db, place, asker.id, until)) ?? dayAgo
  const readAt = await findLastCaughtUp(db, place, asker.id, { after, before: until })
  return readAt === null ? after : pointAfter(readAt)
}

async function readMissed(
  db: Db,
  place: Place,
  asker: PersonRow | null,
  { messages, until }: { readonly messages: readonly MissedMessage[]; readonly until: Date },
): Promise<Missed> {
  const groups = groupMissed(messages)
  const probable = { until, minProbability: MIN_ANSWER }
  const continued = await listContinued(db, place, groups.flatMap(answerable), probable)
  if (asker === null) {
    return { groups, asker, continued, ownParents: new Set(), ownConversations: new Set() }
  }
  const conversations = new Set(messages.flatMap(({ conversationId }) => conversationId ?? []))
  const parents = new Set(messages.flatMap(({ replyTo }) => replyTo ?? []))
  return {
    groups,
    continued,
    asker: { personId: asker.id, isNamedIn: askerFinder(asker.name, asker.username) },
    ownParents: await listOwnParents(db, place, asker.id, [...parents]),
    ownConversations: await listConversationsWith(db, place, [...conversations], asker.id),
  }
}
