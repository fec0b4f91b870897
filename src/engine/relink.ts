import type { Db } from '../db/database.ts'
import {
  countFrom,
  listBefore,
  listByExternalIds,
  listFrom,
  type Place,
} from '../db/find-messages.ts'
import { replaceLinks } from '../db/message-links.ts'
import type { ChatId, WorkspaceId } from '../domain/ids.ts'
import type { Link } from '../domain/link.ts'
import { byTime, type Message } from '../domain/message.ts'
import { linkMessage, WINDOW } from './link/link-message.ts'

/* Links what arrived or changed, and whatever had looked back at its place.
 *
 * Usually new messages are the last of their chat: one look at the hundred before them is enough.
 * When they land in the middle, the hundred messages behind each of them are linked again too, so
 * that the links come out the same in whatever order the messages arrived. */

/** Messages that arrived close together are linked in one go, up to this many. */
const SPAN_LIMIT = 1_000

/** Links these messages of one chat, and those after them whose links they may change. */
export async function relink(
  db: Db,
  workspaceId: WorkspaceId,
  changed: readonly Message[],
): Promise<number> {
  let links = 0
  for (const [topic, inTopic] of groupByTopic(changed.toSorted(byTime))) {
    const chatId = inTopic[0]?.chatId as ChatId
    links += await relinkSpan(db, { workspaceId, chatId, topic }, inTopic)
  }
  return links
}

async function relinkSpan(db: Db, place: Place, changed: readonly Message[]): Promise<number> {
  const first = changed[0]
  const last = changed.at(-1)
  if (first === undefined || last === undefined) return 0
  const others = await countFrom(db, place, first, SPAN_LIMIT)
  // Nothing but the new ones lies behind the first of them: they are at hand, nothing to read.
  const from = others === changed.length ? changed : await listFrom(db, place, first, SPAN_LIMIT)
  const end = from.findIndex((m) => m.id === last.id)
  if (end < 0) {
    // Too far apart to read all that lies between: each half by itself.
    const middle = Math.ceil(changed.length / 2)
    const earlier = await relinkSpan(db, place, changed.slice(0, middle))
    return earlier + (await relinkSpan(db, place, changed.slice(middle)))
  }
  const before = await listBefore(db, place, first, WINDOW)
  const targets = from.slice(0, end + 1 + WINDOW)
  const links = linkAll(before, targets, await listParents(db, place, targets))
  const ids = targets.map((m) => m.id)
  await replaceLinks(db, place.workspaceId, place.chatId, { from: ids, links })
  return links.length
}

/** The messages that targets reply to, by the channel's id, however old; topics never mix. */
async function listParents(
  db: Db,
  { workspaceId, chatId, topic }: Place,
  targets: readonly Message[],
): Promise<Map<string, Message>> {
  const ids = targets.flatMap((m) => m.replyTo ?? [])
  if (ids.length === 0) return new Map()
  const parents = await listByExternalIds(db, workspaceId, chatId, ids)
  const here = parents.filter((parent) => parent.topic === topic)
  return new Map(here.map((parent) => [parent.externalId, parent]))
}

function linkAll(
  before: readonly Message[],
  targets: readonly Message[],
  parents: ReadonlyMap<string, Message>,
): Link[] {
  const all = [...before, ...targets]
  return targets.flatMap((message, i) => {
    const at = before.length + i
    const window = all.slice(Math.max(0, at - WINDOW), at)
    const parent = parents.get(message.replyTo ?? '') ?? null
    return linkMessage(message, window, parent).map(({ to, probability, reason }) => ({
      from: message.id,
      to: to.id,
      probability,
      reason,
    }))
  })
}

function groupByTopic(messages: readonly Message[]): Map<string | null, Message[]> {
  const groups = new Map<string | null, Message[]>()
  for (const message of messages) {
    const group = groups.get(message.topic)
    if (group === undefined) groups.set(message.topic, [message])
    else group.push(message)
  }
  return groups
}
