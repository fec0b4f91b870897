import type { Db } from '../../db/engine/database.ts'
import {
  listChatNames,
  listConversationsWithoutFacts,
  readFactLines,
  setFactsThrough,
  type UnreadConversation,
} from '../../db/facts/fact-lines.ts'
import { deleteFacts, insertFacts, listFactsFrom, type NewFact } from '../../db/facts/facts.ts'
import { lockForgetting } from '../../db/forgetting/lock-forgetting.ts'
import { tryLockChat } from '../../db/messages/chats.ts'
import { findIdentity } from '../../db/messages/people.ts'
import type { FactLine, NamedPerson, StatedFact } from '../../domain/fact.ts'
import type { ChatId, PersonId, WorkspaceId } from '../../domain/ids.ts'
import { groupMemory, type MemoryOwner, personMemory } from '../../domain/memory.ts'
import type { MemoryDeps } from '../deps.ts'
import { withLease } from '../lease.ts'
import { extractStatements } from './extract/extract-facts.ts'
import { identityOf } from './fact-identity.ts'

export type FactsJob = { readonly workspaceId: WorkspaceId; readonly chatId: ChatId }

/** Lines read at once; a longer conversation is read in several transactions. */
const LINES = 400
/** Lines before the new ones: what they take back or correct. */
const LINES_BEFORE = 20
const CONVERSATIONS = 50
const MODEL_ID = 'rules'

/**
 * Reads the quiet conversations of a chat for facts, each line once. One worker at a time reads a chat. Lines, facts and
 * how far was read are one transaction, so that a killed worker leaves nothing half done.
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
        const stored = await fenced((db) => readOn(db, { workspaceId, conversation, people }, deps))
        if (stored === 'busy') return
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

/**
 * Reads the next lines of a conversation. Returns how many facts are new, or that the chat is being written to: an edit
 * or a deletion that is not committed yet would leave facts of the old text behind, so the next pass reads it.
 */
async function readOn(
  db: Db,
  { workspaceId, conversation, people }: Reading,
  deps: MemoryDeps,
): Promise<number | 'busy'> {
  await lockForgetting(db, workspaceId, 'shared')
  if (!(await tryLockChat(db, conversation.chatId))) return 'busy'
  const lines = await readFactLines(db, workspaceId, conversation, {
    before: LINES_BEFORE,
    limit: LINES,
  })
  const reached = lines.length < LINES ? null : endOf(lines)
  const owner = await ownerOf(db, workspaceId, conversation, lines)
  const stored =
    owner === null ? 0 : await replaceFacts(db, { workspaceId, owner }, lines, people, deps)
  await setFactsThrough(db, workspaceId, conversation, reached)
  return stored
}

/** The time until which all lines were read: others of the last line's time may follow. */
function endOf(lines: readonly FactLine[]): Date | null {
  const last = lines.at(-1)?.sentAt ?? null
  return lines.findLast(({ sentAt }) => last !== null && sentAt < last)?.sentAt ?? last
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

/** Stores what the lines state, and deletes what they no longer state; what people changed by hand stays. */
async function replaceFacts(
  db: Db,
  { workspaceId, owner }: { readonly workspaceId: WorkspaceId; readonly owner: MemoryOwner },
  lines: readonly FactLine[],
  people: readonly NamedPerson[],
  deps: MemoryDeps,
): Promise<number> {
  const found = extractStatements(lines, people).flatMap((fact) => toNew(fact, people, deps))
  const identities = new Set(found.map(({ identity }) => identity))
  const known = await listFactsFrom(
    db,
    workspaceId,
    lines.map(({ messageId }) => messageId),
  )
  const gone = known.filter(({ identity, isChanged }) => !isChanged && !identities.has(identity))
  await deleteFacts(
    db,
    workspaceId,
    gone.map(({ id }) => id),
  )
  const ids = await insertFacts(db, workspaceId, owner, found, deps.now())
  return ids.length
}

/** A statement to store; none if its value holds personal data that is redacted everywhere else. */
function toNew(
  fact: StatedFact,
  people: readonly NamedPerson[],
  { redact, settings: { hideNames } }: MemoryDeps,
): NewFact[] {
  const isOwn = fact.about.kind !== 'person' || fact.about.personId === fact.saidBy
  if (hideNames && !isOwn) return []
  if (redact(fact.value, []) !== fact.value || redact(fact.text, []) !== fact.text) return []
  const names = hideNames ? people.map(({ name }) => name) : []
  const text = redact(fact.text, names)
  const identity = identityOf(fact)
  return [{ ...fact, text, identity, modelId: MODEL_ID, status: 'active' }]
}
