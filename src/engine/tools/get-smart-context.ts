import { z } from 'zod'
import type { Db } from '../../db/engine/database.ts'
import { findMessageWindow } from '../../db/messages/message-window.ts'
import type { MessageId } from '../../domain/ids.ts'
import type { WeighedMessage } from '../../domain/look-back.ts'
import { byTime } from '../../domain/message.ts'
import { LOOK_BACK } from '../context/recall-deps.ts'
import { type ChatCaller, defineChatTool, limitArg, withinScope } from './tool.ts'
import { MESSAGE_ID, messageIdArg, mustFind, toToolMessages } from './tool-message.ts'

/** The conversation around a message, or the current one. */
export const getSmartContext = defineChatTool({
  name: 'get_smart_context',
  description:
    'The messages of the conversation around a message, or of the one going on now, picked by relevance; other talk in between is left out.',
  schema: z.strictObject({
    anchor_id: messageIdArg()
      .optional()
      .describe(`${MESSAGE_ID}, to look around it; without it, what is going on now`),
    max_gap_minutes: z
      .number()
      .positive()
      .optional()
      .describe(
        'Stop at a silence longer than this inside the conversation; without it, none does',
      ),
    limit: limitArg(100, 20, 'messages'),
    with_nearby: z
      .boolean()
      .optional()
      .describe('Also what lies around the conversation and may be about something else'),
  }),
  run: async (caller, { anchor_id, max_gap_minutes, limit, with_nearby }, deps) => {
    const { weighed, nearby } = await withinScope(caller, deps, (db) =>
      anchor_id === undefined ? aroundNow(db, caller) : aroundMessage(db, caller, anchor_id),
    )
    const inOrder = weighed.toSorted(bySentAt)
    const near =
      max_gap_minutes === undefined ? inOrder : cutAtSilence(inOrder, max_gap_minutes, anchor_id)
    const heaviest = new Set(near.toSorted((a, b) => b.weight - a.weight).slice(0, limit))
    const messages = toToolMessages(
      caller,
      near.filter((w) => heaviest.has(w)),
    )
    if (with_nearby !== true) return { messages }
    const around = nearby.slice(0, limit).sort(bySentAt)
    return { messages, nearby: toToolMessages(caller, around) }
  },
})

type Around = {
  readonly weighed: readonly WeighedMessage[]
  readonly nearby: readonly WeighedMessage[]
}

const bySentAt = (a: WeighedMessage, b: WeighedMessage) => byTime(a.message, b.message)

async function aroundNow(db: Db, { place, question }: ChatCaller): Promise<Around> {
  const { askedAt: sentAt, personId: authorId, askerName: authorName } = question
  const point = { sentAt, position: Number.MAX_SAFE_INTEGER, id: 0 as MessageId }
  const trail = await findMessageWindow(db, place, point, { before: LOOK_BACK.span, after: 0 })
  const tag = { authorId, authorName, sentAt, text: '', isBare: true, parent: null }
  const placed = LOOK_BACK.ofTag(tag, trail)
  return {
    weighed: placed.filter(({ standing }) => standing === 'conversation'),
    nearby: LOOK_BACK.nearbyOf(placed, sentAt),
  }
}

async function aroundMessage(db: Db, caller: ChatCaller, anchorId: string): Promise<Around> {
  const { place } = caller
  const anchor = await mustFind(db, caller, anchorId)
  const half = Math.floor(LOOK_BACK.span / 2)
  const trail = await findMessageWindow(db, place, anchor, { before: half, after: half })
  const itself = { message: anchor, weight: 1, reason: 'the message asked about' }
  const placed = LOOK_BACK.ofMessage(anchor, trail)
  const inside = placed.filter(({ standing }) => standing === 'conversation')
  const all = [...placed, { ...itself, standing: 'conversation' as const }].sort(bySentAt)
  return { weighed: [itself, ...inside], nearby: LOOK_BACK.nearbyOf(all, null) }
}

/** The stretch around the anchor, or before now, without a longer silence. */
function cutAtSilence(
  inOrder: readonly WeighedMessage[],
  minutes: number,
  anchorId?: string,
): WeighedMessage[] {
  const isSilence = (i: number) => {
    const [a, b] = [inOrder[i - 1], inOrder[i]]
    if (a === undefined || b === undefined) return false
    return b.message.sentAt.getTime() - a.message.sentAt.getTime() > minutes * 60_000
  }
  const anchor = inOrder.findIndex(({ message }) => message.externalId === anchorId)
  let start = anchor < 0 ? inOrder.length - 1 : anchor
  let end = start
  while (start > 0 && !isSilence(start)) start -= 1
  while (end < inOrder.length - 1 && !isSilence(end + 1)) end += 1
  return inOrder.slice(Math.max(0, start), end + 1)
}
