import type { Db } from '../../db/engine/database.ts'
import {
  type AppendedMessages,
  appendToConversations,
  findConversationsOf,
  insertConversations,
  listBegunBefore,
  type NewConversation,
  type NewMember,
  recountConversations,
  saveMembers,
} from '../../db/messages/conversation-members.ts'
import { findCorrectedStretch } from '../../db/messages/corrected-stretch.ts'
import { listByIds, listFrom, type Place, type Point } from '../../db/messages/find-messages.ts'
import type { ConversationId, MessageId, PersonId } from '../../domain/ids.ts'
import { type Link, linksByMessage } from '../../domain/link.ts'
import type { Message } from '../../domain/message.ts'
import { likelyLanguages } from '../../text/query/query-language.ts'
import { asksSomething } from '../../text/query/query-question.ts'
import { acceptCorrections } from '../link/accept-corrections.ts'
import { applyCorrections } from '../link/apply-corrections.ts'
import { WINDOW } from '../link/features/similarity.ts'
import { type GroupKey, groupMessages } from '../link/group-messages.ts'
import { SPAN } from '../link/look-back.ts'

/* Stores which conversation each message belongs to, in the transaction that links it.
 *
 * Ids stay: a message that is grouped again keeps the id of its conversation as long as most of that conversation stays
 * together, also if its first message is deleted or leaves. Where two conversations become one, the older id stays. */

type Grouping = {
  /** Whether people's corrections are in it. */
  readonly isCorrected?: boolean
  readonly linksOf: (id: MessageId) => readonly Link[]
  readonly apartFrom: (id: MessageId) => Iterable<MessageId>
}

/** Puts linked messages, given in the order of their thread, into conversations. Returns the new ones. */
export async function assignConversations(
  db: Db,
  place: Place,
  messages: readonly Message[],
  links: readonly Link[],
): Promise<readonly ConversationId[]> {
  if (messages.length === 0) return []
  return regroup(db, place, messages, { linksOf: linksByMessage(links), apartFrom: () => [] })
}

/** Groups corrected messages of a thread again, and those after each that may have followed it. */
export async function regroupCorrected(
  db: Db,
  place: Place,
  corrected: readonly MessageId[],
): Promise<void> {
  const { workspaceId, chatId } = place
  let done = new Set<MessageId>()
  for (const message of await listByIds(db, workspaceId, chatId, corrected)) {
    // Already grouped again, with what may continue it.
    if (done.has(message.id)) continue
    const messages = await listFrom(db, place, message, SPAN)
    await regroup(db, place, messages, await correctedGrouping(db, place, message, SPAN))
    const reached = messages.length < SPAN ? SPAN : SPAN - WINDOW
    done = new Set(messages.slice(0, reached).map(({ id }) => id))
  }
}

async function correctedGrouping(
  db: Db,
  place: Place,
  first: Point,
  count: number,
): Promise<Grouping> {
  const stretch = await findCorrectedStretch(db, place, first, { before: SPAN, after: count })
  const ids = stretch.messages.map(({ id }) => id)
  const accepted = acceptCorrections(ids, stretch.corrections)
  const linksOf = linksByMessage(applyCorrections(stretch))
  return { isCorrected: true, linksOf, apartFrom: accepted.apartFrom }
}

async function regroup(
  db: Db,
  place: Place,
  messages: readonly Message[],
  grouping: Grouping,
): Promise<readonly ConversationId[]> {
  const { workspaceId } = place
  const ids = messages.map(({ id }) => id)
  const { known, isCorrected } = await findConversationsOf(db, place, namedBy(ids, grouping))
  if (isCorrected && !grouping.isCorrected) {
    const first = messages[0] as Point
    return regroup(db, place, messages, await correctedGrouping(db, place, first, ids.length))
  }
  const groups = groupMessages(ids, { ...grouping, knownOf: (id) => known.get(id) })
  const before = new Map([...known].filter(([id]) => groups.has(id)))
  const inherited = await inheritIds(db, place, messages[0] as Point, { groups, before })
  const { members, created } = toMembers(messages, groups, inherited)
  const appended = appendedBy(messages, members)
  const fresh = await insertConversations(
    db,
    place,
    created.map((one) => ({
      ...one,
      ...(appended.get(keyOf({ first: one.firstId })) as Appended),
    })),
  )
  const settled = members.map((one) => ({
    ...one,
    conversation:
      typeof one.conversation === 'number'
        ? one.conversation
        : (fresh.get(one.conversation.first) as ConversationId),
  }))
  await saveMembers(db, place, settled)
  if (before.size === 0) {
    const grown = new Set(
      members.flatMap(({ conversation: id }) => (typeof id === 'number' ? id : [])),
    )
    const added = [...grown].map((id) => ({ id, ...(appended.get(keyOf(id)) as Appended) }))
    await appendToConversations(db, workspaceId, added)
  } else {
    const touched = [...settled.map(({ conversation }) => conversation), ...before.values()]
    await recountConversations(db, workspaceId, [...new Set(touched)], changedBy(settled, before))
  }
  return [...fresh.values()]
}

/** The conversations that a grouping adds messages to, or takes some from. */
function changedBy(
  settled: readonly { readonly messageId: MessageId; readonly conversation: ConversationId }[],
  before: ReadonlyMap<MessageId, ConversationId>,
): ConversationId[] {
  const changed = new Set<ConversationId>()
  for (const { messageId, conversation } of settled) {
    const left = before.get(messageId)
    if (left === conversation) continue
    changed.add(conversation)
    if (left !== undefined) changed.add(left)
  }
  return [...changed]
}

/** Every message that the grouping of these depends on. */
function namedBy(ids: readonly MessageId[], { linksOf, apartFrom }: Grouping): MessageId[] {
  const named = ids.flatMap((id) => [id, ...linksOf(id).map(({ to }) => to), ...apartFrom(id)])
  return [...new Set(named)]
}

type Regrouped = {
  readonly groups: ReadonlyMap<MessageId, GroupKey>
  /** The conversations that the messages were in. */
  readonly before: ReadonlyMap<MessageId, ConversationId>
}

/**
 * The ids that new groups take over: each id goes to the group with most of its messages, unless earlier messages still
 * have it.
 */
async function inheritIds(
  db: Db,
  { workspaceId }: Place,
  first: Point,
  { groups, before }: Regrouped,
): Promise<ReadonlyMap<GroupKey, ConversationId>> {
  const inherited = new Map<GroupKey, ConversationId>()
  if (before.size === 0) return inherited
  const taken = await listBegunBefore(db, workspaceId, [...new Set(before.values())], first)
  const counts = new Map<GroupKey, Map<ConversationId, number>>()
  for (const [messageId, id] of before) {
    const key = groups.get(messageId) as GroupKey
    const ofKey = counts.get(key) ?? new Map<ConversationId, number>()
    counts.set(key, ofKey.set(id, (ofKey.get(id) ?? 0) + 1))
  }
  const claims = [...counts]
    .filter(([key]) => 'first' in key)
    .flatMap(([key, ofKey]) => [...ofKey].map(([id, count]) => ({ key, id, count })))
    .sort((a, b) => b.count - a.count || a.id - b.id)
  for (const { key, id } of claims) {
    if (taken.has(id) || inherited.has(key)) continue
    inherited.set(key, id)
    taken.add(id)
  }
  return inherited
}

type Started = Pick<NewConversation, 'firstId' | 'startedAt' | 'continuesId'>

function toMembers(
  messages: readonly Message[],
  groups: Regrouped['groups'],
  inherited: ReadonlyMap<GroupKey, ConversationId>,
): { readonly members: NewMember[]; readonly created: Started[] } {
  const idOf = (key: GroupKey) => ('known' in key ? key.known : inherited.get(key))
  const created: Started[] = []
  const members = messages.map((message): NewMember => {
    const key = groups.get(message.id) as GroupKey
    const isQuestion = asks(message)
    const id = idOf(key)
    if (id !== undefined || 'known' in key) {
      return { messageId: message.id, conversation: id as ConversationId, isQuestion }
    }
    if (message.id === key.first) {
      const continuesId = (key.continues && idOf(key.continues)) ?? null
      created.push({ firstId: key.first, startedAt: message.sentAt, continuesId })
    }
    return { messageId: message.id, conversation: { first: key.first }, isQuestion }
  })
  return { members, created }
}

const keyOf = (conversation: NewMember['conversation']) =>
  typeof conversation === 'number' ? `known ${conversation}` : `first ${conversation.first}`

type Appended = AppendedMessages & { readonly asker: PersonId }

/** What messages add to each conversation, if they are its last. */
function appendedBy(
  messages: readonly Message[],
  members: readonly NewMember[],
): ReadonlyMap<string, Appended> {
  const appended = new Map<string, Appended>()
  for (const [i, { conversation, isQuestion }] of members.entries()) {
    const { id: lastId, sentAt: lastAt, authorId } = messages[i] as Message
    const earlier = appended.get(keyOf(conversation))
    const kept = earlier?.asker === authorId ? earlier.questionId : null
    appended.set(keyOf(conversation), {
      count: (earlier?.count ?? 0) + 1,
      lastId,
      lastAt,
      personIds: [...new Set([...(earlier?.personIds ?? []), authorId])].sort((a, b) => a - b),
      questionId: isQuestion ? lastId : kept,
      asker: authorId,
    })
  }
  return appended
}

function asks({ text }: Message): boolean {
  return asksSomething(text, likelyLanguages(text))
}
