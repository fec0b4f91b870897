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
import type { ConversationId, WorkspaceId } from '../../domain/ids.ts'
import type { Link } from '../../domain/link.ts'
import { byTime, type Message } from '../../domain/message.ts'
import { WINDOW } from '../link/features/similarity.ts'
import { draftsIn } from '../link/look-back.ts'
import { assignConversations } from './assign-conversations.ts'
import { linkInThread } from './link-in-thread.ts'
import { type LinkStretch, linkInOrder } from './link-stretch.ts'

/* Links new and changed messages, and those whose window they are in.
 *
 * New messages are usually the last of their chat, and one read of those before them is enough. Where they
 * land in the middle, the messages after them whose window they enter are linked again too, so that links
 * do not depend on the order of arrival. */

/** Messages that arrived close together are linked in one batch, up to this many. */
const STRETCH_LIMIT = 1_000
/** A message changes the drafts of those that look back at it, and these the links of those behind them. */
const REACH = 2 * WINDOW
/** Replies linked to a parent that arrives after them; beyond this many the newest stay unlinked. */
const REPLIES_LIMIT = 1_000

type Relinked = {
  readonly links: number
  /** New conversations. */
  readonly started: readonly ConversationId[]
}

const NOTHING_RELINKED: Relinked = { links: 0, started: [] }

function sumOf(a: Relinked, b: Relinked): Relinked {
  return { links: a.links + b.links, started: [...a.started, ...b.started] }
}

/** Links the changed messages of one chat, and later ones whose links may change. */
export async function relink(
  db: Db,
  workspaceId: WorkspaceId,
  changed: readonly Message[],
): Promise<Relinked> {
  let done = NOTHING_RELINKED
  const said = changed.filter((message) => message.kind === 'message')
  for (const [topic, inTopic] of groupByTopic(said.toSorted(byTime))) {
    const [first] = inTopic
    if (first === undefined) continue
    const place = { workspaceId, chatId: first.chatId, topic }
    done = sumOf(done, await relinkStretch(db, place, inTopic, inTopic))
    // Replies may arrive before their parent, from anywhere behind it. Those of this batch are linked by
    // now: in an import there are hundreds of them.
    const linked = inTopic.map((message) => message.id)
    const replies = await listRepliesTo(db, place, inTopic, REPLIES_LIMIT, linked)
    done = sumOf(done, await relinkReplies(db, place, replies))
  }
  return done
}

/** Links the messages that looked back at deleted ones of one chat, as if those had never existed. */
export async function relinkBehind(
  db: Db,
  workspaceId: WorkspaceId,
  gone: readonly Message[],
): Promise<void> {
  for (const [topic, inTopic] of groupByTopic(gone.toSorted(byTime))) {
    const [first] = inTopic
    if (first === undefined) continue
    const place = { workspaceId, chatId: first.chatId, topic }
    await relinkStretch(db, place, inTopic, [])
    await relinkReplies(db, place, await listRepliesTo(db, place, inTopic, REPLIES_LIMIT))
  }
}

/** A reply's own draft changes with its parent, and so do the links of those that look back at the reply. */
function relinkReplies(db: Db, place: Place, replies: readonly Message[]): Promise<Relinked> {
  const inOrder = replies.toSorted(byTime)
  return relinkStretch(db, place, inOrder, inOrder, WINDOW)
}

/** `stored`: those of the changed that are in the chat, which a deleted one is not. `reach`: how many behind them. */
async function relinkStretch(
  db: Db,
  place: Place,
  changed: readonly Message[],
  stored: readonly Message[],
  reach = REACH,
): Promise<Relinked> {
  const first = changed[0]
  const last = changed.at(-1)
  if (first === undefined || last === undefined) return NOTHING_RELINKED
  const limit = STRETCH_LIMIT + REACH
  const others = await countFrom(db, place, first, limit)
  // Only new messages follow the first of them: they are in memory already.
  const from = others === stored.length ? stored : await listFrom(db, place, first, limit)
  const behind = from.findIndex((message) => byTime(message, last) > 0)
  const isTooLong = from.length === limit && (behind < 0 || behind > STRETCH_LIMIT)
  if (isTooLong && changed.length > 1) {
    // Too far apart to read everything between: each half separately.
    const middle = Math.ceil(changed.length / 2)
    const [early, late] = [changed.slice(0, middle), changed.slice(middle)]
    const storedOf = (half: readonly Message[]) => (stored.length === 0 ? [] : half)
    const done = await relinkStretch(db, place, early, storedOf(early), reach)
    return sumOf(done, await relinkStretch(db, place, late, storedOf(late), reach))
  }
  const before = await findMessageWindow(db, place, first, { before: WINDOW, after: 0 })
  const targets = behind < 0 ? from : from.slice(0, behind + reach)
  const links = await linkAll(before, targets, await listParents(db, place, targets))
  const ids = targets.map((m) => m.id)
  await replaceLinks(db, place.workspaceId, place.chatId, { from: ids, links })
  const started = await assignConversations(db, place, targets, links)
  return { links: links.length, started }
}

/** The parents of targets by the channel's id, of any age; threads never mix. */
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

/** Yields to the event loop after so many messages: an import must not delay questions. */
const LINKED_PER_TURN = 20
/** More than a late message causes to be linked again: only imports are worth a second thread. */
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
  // The second half computes the drafts of the WINDOW messages before it itself.
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
