import type { Db } from '../../../db/engine/database.ts'
import {
  hasForeignIds,
  listForeignAt,
  listTwins,
  renameMessages,
  saveForeignIds,
  type Twin,
} from '../../../db/messages/foreign-ids.ts'
import { listKnownIds } from '../../../db/messages/messages.ts'
import type { ChatId, WorkspaceId } from '../../../domain/ids.ts'
import type { Delivery, IncomingMessage } from '../../../domain/message.ts'
import { matchTwins } from './match-twins.ts'

/* One message, two ids. In some chats (Telegram's basic groups) every account counts messages for
 * itself, so an export's ids are not those the bot hears live. An import says so ("ids": "foreign"):
 *
 *   import after live    what is stored already keeps its id; the import's is only another name for it,
 *                        told to the importer, whose later replies then use the stored one. If a stored
 *                        reply names a parent nobody has heard, the import's copy of the reply tells
 *                        which of its messages that is, and it gets that id
 *   live after import    the stored message gets the id the channel calls it by, so that later edits,
 *                        deletions and replies find it; a reply that shows its parent does the same
 */

export type Joined = {
  readonly messages: readonly IncomingMessage[]
  /** The ids that came → the ids under which these messages are stored. */
  readonly knownAs: ReadonlyMap<string, string>
  /** Stored messages that have got their true ids just now; replies may have waited for them. */
  readonly renamed: readonly string[]
}

type Place = { readonly workspaceId: WorkspaceId; readonly chatId: ChatId }

/** The messages under the ids they are, or will be, stored under. */
export async function joinIds(db: Db, place: Place, delivery: Delivery): Promise<Joined> {
  const { messages } = delivery
  if (delivery.ids === 'foreign') return joinForeign(db, place, messages)
  const isMixed = await hasForeignIds(db, place.workspaceId, place.chatId)
  const renamed = isMixed ? await giveTrueIds(db, place, messages) : []
  return { messages, knownAs: new Map(), renamed }
}

async function joinForeign(
  db: Db,
  place: Place,
  messages: readonly IncomingMessage[],
): Promise<Joined> {
  await saveForeignIds(db, place.workspaceId, place.chatId)
  const not = messages.map((message) => message.externalId)
  const known = await listKnownIds(db, place.workspaceId, place.chatId, idsIn(messages))
  const fresh = messages.filter(({ externalId }) => !known.has(externalId))
  const stored = await listTwins(db, place, fresh.map(saidIn), { not, onlyForeign: false })
  const twins = matchTwins(fresh, stored)
  const knownAs = new Map([...twins].map(([id, twin]) => [id, twin.externalId]))
  for (const [id, trueId] of await parentsNamed(db, place, fresh, twins)) knownAs.set(id, trueId)
  const names = [...knownAs].flatMap(([from, to]) => (known.has(from) ? [{ from, to }] : []))
  await renameMessages(db, place, names)
  const nameOf = (id: string) => knownAs.get(id) ?? id
  return {
    knownAs,
    renamed: names.map(({ to }) => to),
    messages: messages.map((message) => ({
      ...message,
      externalId: nameOf(message.externalId),
      replyTo: message.replyTo && nameOf(message.replyTo),
    })),
  }
}

/** Parents that stored replies name and nobody has heard: which messages of the import they are. */
async function parentsNamed(
  db: Db,
  { workspaceId, chatId }: Place,
  fresh: readonly IncomingMessage[],
  twins: ReadonlyMap<string, Twin>,
): Promise<[id: string, trueId: string][]> {
  const pairs = fresh.flatMap(({ externalId, replyTo }): [string, string][] => {
    const named = twins.get(externalId)?.replyTo ?? null
    const isKnown = replyTo === null || twins.has(replyTo) || replyTo === named
    return isKnown || named === null ? [] : [[replyTo, named]]
  })
  const names = pairs.map(([, trueId]) => trueId)
  const heard = await listKnownIds(db, workspaceId, chatId, names)
  return pairs.filter(([, trueId]) => !heard.has(trueId))
}

async function giveTrueIds(
  db: Db,
  place: Place,
  messages: readonly IncomingMessage[],
): Promise<string[]> {
  const known = await listKnownIds(db, place.workspaceId, place.chatId, idsIn(messages))
  const fresh = messages.filter(({ externalId }) => !known.has(externalId))
  const stored = await listTwins(db, place, fresh.map(saidIn), { not: [], onlyForeign: true })
  const names = new Map(
    [...matchTwins(fresh, stored)].map(([to, { externalId }]) => [externalId, to] as const),
  )
  for (const [from, to] of await namesOfParents(db, place, messages)) {
    const isTaken = known.has(to) || [...names.values()].includes(to)
    if (!isTaken && !names.has(from)) names.set(from, to)
  }
  await renameMessages(
    db,
    place,
    [...names].map(([from, to]) => ({ from, to })),
  )
  return [...names.values()]
}

/** What replies show of their parents tells which stored message each of those is. */
async function namesOfParents(
  db: Db,
  place: Place,
  messages: readonly IncomingMessage[],
): Promise<[from: string, to: string][]> {
  const shown = messages.flatMap(({ replyTo, contextSnapshot: parent }) =>
    replyTo === null || !parent?.sentAt ? [] : [{ ...parent, replyTo, sentAt: parent.sentAt }],
  )
  if (shown.length === 0) return []
  const stored = await listForeignAt(
    db,
    place,
    shown.map(({ sentAt }) => sentAt),
  )
  return shown.flatMap(({ replyTo, sentAt, text }): [string, string][] => {
    const isParent = (twin: (typeof stored)[0]) =>
      twin.sentAt.getTime() === sentAt.getTime() && twin.text === text
    const parent = stored.find(isParent)
    return parent === undefined ? [] : [[parent.externalId, replyTo]]
  })
}

/** The ids of messages and of what they reply to. */
export function idsIn(messages: readonly IncomingMessage[]): string[] {
  return messages.flatMap((m) => (m.replyTo === null ? m.externalId : [m.externalId, m.replyTo]))
}

function saidIn({ author, sentAt }: IncomingMessage) {
  return { author: author.externalId, sentAt }
}
