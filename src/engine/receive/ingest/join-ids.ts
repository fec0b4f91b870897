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

/* One message, two ids. In some chats (Telegram's basic groups) every account numbers messages on its own,
 * so an export's ids are not those the bot receives. An import marks that ("ids": "foreign"):
 *
 *   import after live    a stored message retains its id; the import's id is an alias, reported to the
 *                        importer, whose later replies then use the stored one. If a stored reply names
 *                        a parent that was never received, the import's copy of the reply identifies
 *                        the parent among the imported messages, and it gets that id
 *   live after import    the stored message gets the channel's id, so that later edits, deletions and
 *                        replies find it; a reply that shows its parent does the same
 */

type Joined = {
  readonly messages: readonly IncomingMessage[]
  /** Received ids → ids under which these messages are stored. */
  readonly knownAs: ReadonlyMap<string, string>
  /** Stored messages that just got their true ids; replies may have waited for them. */
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

/** Parents that stored replies name and that were never received: which messages of the import they are. */
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
  const received = await listKnownIds(db, workspaceId, chatId, names)
  return pairs.filter(([, trueId]) => !received.has(trueId))
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

/** Finds the stored parents of replies by the snapshots that the replies carry. */
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

/** The ids of messages and of their parents. */
export function idsIn(messages: readonly IncomingMessage[]): string[] {
  return messages.flatMap((m) => (m.replyTo === null ? m.externalId : [m.externalId, m.replyTo]))
}

function saidIn({ author, sentAt }: IncomingMessage) {
  return { author: author.externalId, sentAt }
}
