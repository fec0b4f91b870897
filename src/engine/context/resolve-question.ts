import type { Database, Db } from '../../db/engine/database.ts'
import { listKnownIds } from '../../db/messages/messages.ts'
import { findIdentity, savePeople } from '../../db/messages/people.ts'
import { parseThreadId } from '../../domain/chat.ts'
import { type SharedFilesAudience, seesSharedFiles } from '../../domain/file.ts'
import type { ChatId, PersonId, WorkspaceId } from '../../domain/ids.ts'
import { groupMemory, type MemoryOwner, personMemory } from '../../domain/memory.ts'
import type { Author } from '../../domain/message.ts'
import type { Principal } from '../../domain/principal.ts'
import type { Question } from '../../domain/question.ts'
import { workspaceScope } from '../../domain/scope.ts'
import { cleanText } from '../../text/clean-text.ts'
import { findAsker, findVisibleChat } from '../access/access.ts'
import { checkLength, checkMoment } from '../receive/ingest/normalise.ts'

/** A question as a channel receives it. */
export type ContextRequest = {
  readonly threadId: string | null
  readonly text: string
  readonly author: Author | null
  readonly messageId: string | null
  readonly replyTo: string | null
  readonly quote: string | null
  readonly askedAt: Date | null
  readonly budgetTokens: number
}

/** The channel of people who ask outside of any chat. */
const NO_CHAT_CHANNEL = 'api'

type ResolveDeps = {
  readonly database: Database
  readonly now: () => Date
  readonly assembly: { readonly sharedFiles: SharedFilesAudience }
  readonly settings: { readonly remembers: (workspaceId: WorkspaceId) => boolean }
}

/**
 * Resolves names to rows: the chat and the asker. With `keepAsker` an unknown author is stored, as the
 * session will be theirs; without it nothing is written.
 */
export async function resolveQuestion(
  principal: Principal,
  request: ContextRequest,
  deps: ResolveDeps,
  { keepAsker }: { readonly keepAsker: boolean },
): Promise<Question> {
  const now = deps.now()
  const askedAt = request.askedAt ?? now
  checkMoment(askedAt, 'sent_at', now)
  checkLength(request.text)
  checkLength(request.quote ?? '')
  const thread = request.threadId === null ? null : parseThreadId(request.threadId)
  const { workspaceId } = principal
  return deps.database.within(workspaceScope(workspaceId), async (db) => {
    const chat = thread && (await findVisibleChat(db, principal, thread))
    const channel = thread?.channel ?? NO_CHAT_CHANNEL
    const asker = await findAsker(db, principal, channel, request.author)
    let personId: PersonId | null = asker?.id ?? null
    if (personId === null && keepAsker && request.author !== null) {
      const saved = await savePeople(db, workspaceId, channel, [request.author])
      personId = saved.get(request.author.externalId)?.id ?? null
    }
    const topic = thread?.topic ?? null
    const isReplyKnown = await knowsReply(db, workspaceId, chat?.id ?? null, request.replyTo)
    const group = chat?.kind === 'group' ? groupMemory(chat.id, topic) : null
    return {
      workspaceId,
      memory: deps.settings.remembers(workspaceId)
        ? await memoryOf(db, workspaceId, personId, group)
        : null,
      isTopicUnsure: false,
      chat: chat && {
        id: chat.id,
        topic,
        isGroup: chat.kind === 'group',
        ref: { channel: chat.channel, externalId: chat.externalId },
        links: chat.links,
      },
      personId,
      askerName: request.author?.name ?? asker?.name ?? null,
      text: cleanText(request.text),
      searchText: null,
      messageId: request.messageId,
      replyTo: request.replyTo,
      quote: request.quote === null ? null : cleanText(request.quote),
      askedAt,
      isNow: request.askedAt === null,
      budgetTokens: request.budgetTokens,
      seesSharedFiles: chat === null || seesSharedFiles(chat, deps.assembly.sharedFiles),
      warnings: isReplyKnown ? [] : [REPLY_UNKNOWN],
    }
  })
}

const REPLY_UNKNOWN =
  'reply_to: the chat has no such message, so it was ignored. Send that message first, or check its id.'

/** False if a message is named that the chat does not have, or no chat at all. */
async function knowsReply(
  db: Db,
  workspaceId: WorkspaceId,
  chatId: ChatId | null,
  replyTo: string | null,
): Promise<boolean> {
  if (replyTo === null) return true
  if (chatId === null) return false
  return (await listKnownIds(db, workspaceId, chatId, [replyTo])).size > 0
}

/** The group's memory in a group, else the asker's; null for an asker who opted out. */
async function memoryOf(
  db: Db,
  workspaceId: WorkspaceId,
  personId: PersonId | null,
  group: MemoryOwner | null,
): Promise<MemoryOwner | null> {
  if (personId === null) return group
  const identity = await findIdentity(db, workspaceId, personId)
  if (identity === null || identity.isOptedOut) return null
  return group ?? personMemory(identity.selfId)
}
