import { z } from 'zod'
import type { Db } from '../db/database.ts'
import { findMessage, listByExternalIds, listRepliesTo, type Place } from '../db/find-messages.ts'
import { findTrail } from '../db/trails.ts'
import { AppError } from '../domain/errors.ts'
import type { MessageId, PersonId } from '../domain/ids.ts'
import type { Message } from '../domain/message.ts'
import type { Weighed } from './recall/source.ts'
import { LOOK_BACK } from './steps.ts'

/* What a language model may look up by itself in the chat it was called in: the conversation around a
 * message, one message, a chain of replies. Each sees what the asker may see and nothing else. */

/** A tool as a model is told of it; `parameters` is a JSON schema. */
export type Tool = {
  readonly name: string
  readonly description: string
  readonly parameters: unknown
}

/** Where and for whom a tool looks. */
export type ToolCaller = {
  readonly place: Place
  readonly personId: PersonId | null
  readonly personName: string | null
  readonly now: Date
}

/** A message as a tool gives it. */
export type ToolMessage = {
  readonly id: string
  readonly author: string
  readonly sent_at: string
  readonly text: string
  readonly reply_to: string | null
  readonly weight?: number
  readonly reason?: string
}

const Id = z.string().min(1).max(200)
const SmartContext = z.strictObject({
  anchor_id: Id.optional().describe('The message to look around; without it, what is going on now'),
  max_gap_minutes: z
    .number()
    .positive()
    .optional()
    .describe('Stop at a silence longer than this inside the conversation; without it, none does'),
  limit: z.int().min(1).max(100).default(20).describe('How many messages at most'),
})
const OneMessage = z.strictObject({ id: Id.describe('The id of a message of this chat') })

type Runner<T> = (db: Db, caller: ToolCaller, args: T) => Promise<ToolMessage[]>
type Entry = {
  readonly tool: Tool
  run(db: Db, caller: ToolCaller, args: unknown): Promise<ToolMessage[]>
}

const ENTRIES: readonly Entry[] = [
  entry(
    'get_smart_context',
    'The messages of the conversation around a message, or of the one going on now, picked by relevance; other talk in between is left out.',
    SmartContext,
    smartContext,
  ),
  entry('get_message', 'One message of this chat by its id.', OneMessage, oneMessage),
  entry(
    'get_reply_chain',
    'What a message replies to, link by link upwards, then the message, then the replies to it.',
    OneMessage,
    replyChain,
  ),
]

/** The tools there are. */
export const TOOLS: readonly Tool[] = ENTRIES.map(({ tool }) => tool)

/** Runs a tool with the arguments a model made up; what is wrong with them is said in the error. */
export async function runTool(
  db: Db,
  caller: ToolCaller,
  name: string,
  args: unknown,
): Promise<ToolMessage[]> {
  const found = ENTRIES.find(({ tool }) => tool.name === name)
  if (found !== undefined) return found.run(db, caller, args)
  const known = TOOLS.map((tool) => tool.name).join(', ')
  throw new AppError('invalid_request', `There is no tool "${name}". There are: ${known}.`)
}

function entry<T>(name: string, description: string, schema: z.ZodType<T>, run: Runner<T>): Entry {
  return {
    tool: { name, description, parameters: z.toJSONSchema(schema) },
    run: (db, caller, args) => {
      const parsed = schema.safeParse(args)
      if (parsed.success) return run(db, caller, parsed.data)
      throw new AppError('invalid_request', `${name}: ${z.prettifyError(parsed.error)}`)
    },
  }
}

async function smartContext(
  db: Db,
  caller: ToolCaller,
  { anchor_id, max_gap_minutes, limit }: z.output<typeof SmartContext>,
): Promise<ToolMessage[]> {
  const weighed =
    anchor_id === undefined ? await aroundNow(db, caller) : await around(db, caller, anchor_id)
  const inOrder = weighed.toSorted(
    (a, b) => a.message.sentAt.getTime() - b.message.sentAt.getTime(),
  )
  const near =
    max_gap_minutes === undefined ? inOrder : cutAtSilence(inOrder, max_gap_minutes, anchor_id)
  const heaviest = new Set(near.toSorted((a, b) => b.weight - a.weight).slice(0, limit))
  return near.filter((w) => heaviest.has(w)).map(toToolMessage)
}

async function aroundNow(db: Db, { place, personId, personName, now }: ToolCaller) {
  const point = { sentAt: now, position: Number.MAX_SAFE_INTEGER, id: 0 as MessageId }
  const trail = await findTrail(db, place, point, { before: LOOK_BACK.span, after: 0 })
  const tag = { authorId: personId, authorName: personName, sentAt: now, text: '', isBare: true }
  return LOOK_BACK.ofTag({ ...tag, parent: null }, trail)
}

async function around(db: Db, { place }: ToolCaller, anchorId: string): Promise<Weighed[]> {
  const anchor = await mustFind(db, place, anchorId)
  const half = Math.floor(LOOK_BACK.span / 2)
  const trail = await findTrail(db, place, anchor, { before: half, after: half })
  const itself = { message: anchor, weight: 1, reason: 'the message asked about' }
  return [itself, ...LOOK_BACK.ofMessage(anchor, trail)]
}

/** Keeps the stretch around the anchor, or before now, in which no silence is longer. */
function cutAtSilence(inOrder: readonly Weighed[], minutes: number, anchorId?: string): Weighed[] {
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

async function oneMessage(db: Db, { place }: ToolCaller, { id }: { id: string }) {
  const message = await mustFind(db, place, id)
  return [toToolMessage({ message })]
}

const MAX_CHAIN = 20

async function replyChain(db: Db, { place }: ToolCaller, { id }: { id: string }) {
  const chain = [await mustFind(db, place, id)]
  for (let top = chain[0]; top?.replyTo != null && chain.length < MAX_CHAIN; top = chain[0]) {
    const [parent] = await listByExternalIds(db, place.workspaceId, place.chatId, [top.replyTo])
    // A circle of replies cannot be sent, but a broken export may hold one.
    if (parent === undefined || parent.topic !== place.topic || isIn(chain, parent)) break
    chain.unshift(parent)
  }
  const below = await listRepliesTo(db, place, [{ externalId: id }], MAX_CHAIN)
  return [...chain, ...below].map((message) => toToolMessage({ message }))
}

function isIn(chain: readonly Message[], { id }: Message): boolean {
  return chain.some((message) => message.id === id)
}

async function mustFind(
  db: Db,
  { workspaceId, chatId, topic }: Place,
  id: string,
): Promise<Message> {
  const message = await findMessage(db, workspaceId, chatId, id)
  if (message !== null && message.topic === topic) return message
  throw new AppError(
    'message_not_found',
    `This chat has no message "${id}". Use an id that was shown to you.`,
  )
}

function toToolMessage({
  message,
  weight,
  reason,
}: Partial<Weighed> & { message: Message }): ToolMessage {
  return {
    id: message.externalId,
    author: message.authorName,
    sent_at: message.sentAt.toISOString(),
    text: message.text,
    reply_to: message.replyTo,
    ...(weight === undefined ? {} : { weight: Math.round(weight * 100) / 100 }),
    ...(reason === undefined ? {} : { reason }),
  }
}
