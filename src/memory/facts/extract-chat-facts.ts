import type { Db } from '../../db/engine/database.ts'
import {
  listChatNames,
  listConversationsWithoutFacts,
  readFactLines,
  setFactsThrough,
  type UnreadConversation,
} from '../../db/facts/fact-lines.ts'
import { lockForgetting } from '../../db/forgetting/lock-forgetting.ts'
import { lockChat, tryLockChat } from '../../db/messages/chats.ts'
import { findIdentity } from '../../db/messages/people.ts'
import { isModelError } from '../../domain/errors.ts'
import type { FactLine, NamedPerson } from '../../domain/fact.ts'
import type { ChatId, MessageId, PersonId, WorkspaceId } from '../../domain/ids.ts'
import { groupMemory, type MemoryOwner, personMemory } from '../../domain/memory.ts'
import type { MemoryDeps } from '../deps.ts'
import { type Fenced, withLease } from '../lease.ts'
import { askForFacts, isWorthModel, type ModelFacts } from './model/ask-for-facts.ts'
import { replaceFacts } from './store-facts.ts'

export type FactsJob = { readonly workspaceId: WorkspaceId; readonly chatId: ChatId }

/** Lines read at once; a longer conversation is read in several parts. */
const LINES = 400
/** Lines before the new ones: what they take back or correct. */
const LINES_BEFORE = 20
/** Tokens of the lines that a model is shown at once; it is shown at least this many new ones. */
const MODEL_TOKENS = 6_000
const MIN_MODEL_LINES = 10
const CONVERSATIONS = 50

/**
 * Reads the quiet conversations of a chat for facts, each line once: by rules and, if there is one, by a model. One worker
 * at a time reads a chat. Facts and how far was read are one transaction, so that a killed worker leaves nothing half
 * done; a model is called outside of any.
 */
export async function extractChatFacts(
  { workspaceId, chatId }: FactsJob,
  deps: MemoryDeps,
  signal?: AbortSignal,
): Promise<void> {
  if (!deps.settings.remembers(workspaceId)) return
  await withLease(workspaceId, factsKey(chatId), deps, async (fenced) => {
    const quietBefore = new Date(deps.now().getTime() - deps.settings.idleMs)
    const people = await fenced((db) => listChatNames(db, workspaceId, chatId))
    for (;;) {
      const unread = await fenced((db) =>
        listConversationsWithoutFacts(db, workspaceId, chatId, quietBefore, CONVERSATIONS),
      )
      for (const conversation of unread) {
        if (signal?.aborted) return
        const reading = { workspaceId, conversation, people }
        const stored = await readNext(reading, fenced, deps, signal)
        // The next pass reads it.
        if (stored === null) return
        if (stored > 0) deps.record({ name: 'facts.stored', workspaceId, chatId, count: stored })
      }
      if (unread.length === 0) return
    }
  })
}

/** The key of the lease on reading a chat for facts. */
export const factsKey = (chatId: ChatId) => `facts c${chatId}`

type Reading = {
  readonly workspaceId: WorkspaceId
  readonly conversation: UnreadConversation
  readonly people: readonly NamedPerson[]
}

/** Lines of a conversation, whose memory they are, and how far they reach: to its end if that is null. */
type Part = {
  readonly owner: MemoryOwner | null
  readonly lines: readonly FactLine[]
  readonly unread: ReadonlySet<MessageId>
  readonly reached: Date | null
}

/**
 * Reads the next lines of a conversation. Returns how many facts are new; null if the chat is being written to, or its
 * lines changed while a model read them, since facts of the old text would stay.
 */
async function readNext(
  reading: Reading,
  fenced: Fenced,
  deps: MemoryDeps,
  signal?: AbortSignal,
): Promise<number | null> {
  const first = await fenced(async (db) => {
    await lockForgetting(db, reading.workspaceId, 'shared')
    // An edit or deletion that is not committed yet would leave facts of the old text.
    if (!(await tryLockChat(db, reading.conversation.chatId))) return null
    const part = await readPart(db, reading)
    const { owner } = part
    if (owner === null || !isWorthModel(part, deps)) return storePart(db, reading, part, null, deps)
    return { ...part, owner }
  })
  if (first === null || typeof first === 'number') return first
  const part = fitModel(first, deps)
  const { workspaceId, conversation, people } = reading
  const asked = { workspaceId, chatId: conversation.chatId, people, ...part }
  const model = await askForFacts(asked, deps, signal).catch((error: unknown) => {
    // Memory does not wait for a key to be corrected: the rules have read it.
    if (!isModelError(error)) throw error
    deps.record({ name: 'job.failed', job: 'facts', code: error.code, isLast: false })
    return null
  })
  return fenced(async (db) => {
    // Waits for writers: the call is paid. The chat's lock comes before that of forgetting.
    await lockChat(db, conversation.chatId)
    await lockForgetting(db, workspaceId, 'shared')
    const now = await readPart(db, reading)
    return isSamePart(first, now) ? storePart(db, reading, part, model, deps) : null
  })
}

async function readPart(db: Db, { workspaceId, conversation }: Reading): Promise<Part> {
  const lines = await readFactLines(db, workspaceId, conversation, {
    before: LINES_BEFORE,
    limit: LINES,
  })
  return {
    lines,
    owner: await ownerOf(db, workspaceId, conversation, lines),
    unread: new Set(linesAfter(lines, conversation.through).map(({ messageId }) => messageId)),
    reached: lines.length < LINES ? null : endOf(lines, conversation.through),
  }
}

async function storePart(
  db: Db,
  { workspaceId, conversation, people }: Reading,
  { owner, lines, unread, reached }: Part,
  model: ModelFacts | null,
  deps: MemoryDeps,
): Promise<number> {
  const { chatId } = conversation
  const read = { workspaceId, chatId, lines, unread, people, model }
  const stored = owner === null ? 0 : await replaceFacts(db, { ...read, owner }, deps)
  await setFactsThrough(db, workspaceId, conversation, reached)
  return stored
}

/** As many lines as a model is shown at once; the others are the next part. */
function fitModel<T extends Part>(part: T, { countTokens }: MemoryDeps): T {
  const { lines, unread } = part
  const known = lines.filter(({ messageId }) => !unread.has(messageId)).length
  let tokens = 0
  const over = lines.findIndex(({ text }) => {
    tokens += countTokens(text) + 12
    return tokens > MODEL_TOKENS
  })
  const end = Math.max(over, known + MIN_MODEL_LINES)
  if (over === -1 || end >= lines.length) return part
  const shown = lines.slice(0, end)
  const reached = endOf(shown, lines[known - 1]?.sentAt ?? null)
  // Lines after that time are read with the next part.
  const read = shown.filter(({ sentAt }) => reached === null || sentAt <= reached)
  return { ...part, lines: read, reached }
}

function isSamePart(a: Part, b: Part): boolean {
  const signature = ({ lines, owner }: Part) =>
    JSON.stringify([
      owner?.key,
      lines.map((line) => [line.messageId, line.authorId, line.authorName, line.text, line.sentAt]),
    ])
  return signature(a) === signature(b)
}

function linesAfter(lines: readonly FactLine[], through: Date | null): readonly FactLine[] {
  return lines.filter(({ sentAt }) => through === null || sentAt > through)
}

/** The time until which all lines were read: others of the last line's time may follow. */
function endOf(lines: readonly FactLine[], through: Date | null): Date | null {
  const last = lines.at(-1)?.sentAt ?? null
  const before = linesAfter(lines, through).findLast(({ sentAt }) => last !== null && sentAt < last)
  return before?.sentAt ?? last
}

/** A group's facts are the group's; those of a private chat belong to the one person who writes there. */
async function ownerOf(
  db: Db,
  workspaceId: WorkspaceId,
  { isGroup, chatId, topic }: UnreadConversation,
  lines: readonly FactLine[],
): Promise<MemoryOwner | null> {
  if (isGroup) return groupMemory(chatId, topic)
  const authors = new Set(lines.flatMap(({ isBot, authorId }) => (isBot ? [] : authorId)))
  const [only] = authors
  if (only === undefined || authors.size > 1) return null
  const identity = await findIdentity(db, workspaceId, only as PersonId)
  return identity === null || identity.isOptedOut ? null : personMemory(identity.selfId)
}
