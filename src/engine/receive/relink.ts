import { setImmediate as immediate } from 'node:timers/promises'
import type { Db } from '../../db/engine/database.ts'
import {
  countFrom,
  listByExternalIds,
  listFrom,
  listRepliesTo,
  type Place,
} from '../../db/messages/find-messages.ts'
import { replaceLinks } from '../../db/messages/message-links.ts'
import { findMessageWindow, type MessageWindow } from '../../db/messages/message-window.ts'
import type { WorkspaceId } from '../../domain/ids.ts'
import type { Link } from '../../domain/link.ts'
import { byTime, type Message } from '../../domain/message.ts'
import { WINDOW } from '../link/features/similarity.ts'
import { draftsIn } from '../link/look-back.ts'
import { linkInThread } from './link-in-thread.ts'
import { type LinkStretch, linkInOrder } from './link-stretch.ts'

/* Links what arrived or changed, and whatever had looked back at its place.
 *
 * Usually new messages are the last of their chat: one look at those before them is enough. When they
 * land in the middle, the messages behind each of them that had read the place are linked again too,
 * so that the links come out the same in whatever order the messages arrived. */

/** Messages that arrived close together are linked in one go, up to this many. */
const STRETCH_LIMIT = 1_000
/** A message changes the drafts of those that look back at it, and these the links of those behind them. */
const REACH = 2 * WINDOW
/** A message that had more replies before it arrived than this: the newest stay unlinked to it. */
const REPLIES_LIMIT = 1_000

/** Links what changed in one chat, and those after it whose links that may change. */
export async function relink(
  db: Db,
  workspaceId: WorkspaceId,
  changed: readonly Message[],
): Promise<number> {
  let links = 0
  const said = changed.filter((message) => message.kind === 'message')
  for (const [topic, inTopic] of groupByTopic(said.toSorted(byTime))) {
    const [first] = inTopic
    if (first === undefined) continue
    const place = { workspaceId, chatId: first.chatId, topic }
    links += await relinkStretch(db, place, inTopic, inTopic)
    // Replies may have come before what they reply to, from anywhere behind it. Those that came along
    // are linked by now: in an import there are hundreds of them.
    const linked = inTopic.map((message) => message.id)
    const replies = await listRepliesTo(db, place, inTopic, REPLIES_LIMIT, linked)
    for (const reply of replies) links += await relinkReply(db, place, reply)
  }
  return links
}

/** Links what had looked back at a message that is gone, as if it had never been. */
export async function relinkBehind(db: Db, workspaceId: WorkspaceId, gone: Message): Promise<void> {
  const place = { workspaceId, chatId: gone.chatId, topic: gone.topic }
  await relinkStretch(db, place, [gone], [])
  for (const reply of await listRepliesTo(db, place, [gone], REPLIES_LIMIT)) {
    await relinkReply(db, place, reply)
  }
}

async function relinkReply(db: Db, place: Place, reply: Message): Promise<number> {
  const before = await findMessageWindow(db, place, reply, { before: WINDOW, after: 0 })
  const links = await linkAll(before, [reply], await listParents(db, place, [reply]))
  await replaceLinks(db, place.workspaceId, place.chatId, { from: [reply.id], links })
  return links.length
}

/** `stored`: those of the changed that are in the chat, which a deleted one is not. */
async function relinkStretch(
  db: Db,
  place: Place,
  changed: readonly Message[],
  stored: readonly Message[],
): Promise<number> {
  const first = changed[0]
  const last = changed.at(-1)
  if (first === undefined || last === undefined) return 0
  const limit = STRETCH_LIMIT + REACH
  const others = await countFrom(db, place, first, limit)
  // Nothing but the new ones lies behind the first of them: they are at hand, nothing to read.
  const from = others === stored.length ? stored : await listFrom(db, place, first, limit)
  const behind = from.findIndex((message) => byTime(message, last) > 0)
  const isTooLong = from.length === limit && (behind < 0 || behind > STRETCH_LIMIT)
  if (isTooLong && changed.length > 1) {
    // Too far apart to read all that lies between: each half by itself.
    const middle = Math.ceil(changed.length / 2)
    const [early, late] = [changed.slice(0, middle), changed.slice(middle)]
    const links = await relinkStretch(db, place, early, early)
    return links + (await relinkStretch(db, place, late, late))
  }
  const before = await findMessageWindow(db, place, first, { before: WINDOW, after: 0 })
  const targets = behind < 0 ? from : from.slice(0, behind + REACH)
  const links = await linkAll(before, targets, await listParents(db, place, targets))
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
  const here = parents.filter((parent) => parent.topic === topic && parent.kind === 'message')
  return new Map(here.map((parent) => [parent.externalId, parent]))
}

/** After so many messages others get a turn: an import must not hold up who is just asking. */
const LINKED_PER_TURN = 20
/** More than a late message makes link again: only imports are worth a second thread. */
const SHARED_FROM = REACH + 1

async function linkAll(
  before: MessageWindow,
  targets: readonly Message[],
  parents: ReadonlyMap<string, Message>,
): Promise<Link[]> {
  const all = [...before.messages, ...targets]
  const from = before.messages.length
  const stretch = { all, from, parents, drafts: draftsIn(before) }
  if (targets.length < SHARED_FROM) return linkHere(stretch)
  // The second half needs the drafts of the WINDOW messages before it, and works them out itself.
  const middle = from + ((targets.length + WINDOW) >> 1)
  const skipped = Math.max(0, middle - REACH)
  const late = { all: all.slice(skipped), from: middle - skipped, parents, drafts: new Map() }
  const early = { ...stretch, all: all.slice(0, middle) }
  const theirs = linkInThread(late)?.catch(() => null) ?? null
  const ours = await linkHere(early)
  return [...ours, ...((await theirs) ?? (await linkHere(late)))]
}

async function linkHere(stretch: LinkStretch): Promise<Link[]> {
  const links: Link[] = []
  let linked = 0
  for (const ofOne of linkInOrder(stretch)) {
    linked += 1
    if (linked % LINKED_PER_TURN === 0) await immediate()
    links.push(...ofOne)
  }
  return links
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
