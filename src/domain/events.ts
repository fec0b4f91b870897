import type { BotEvent } from './channels/bot-event.ts'
import type { ErrorCode } from './errors.ts'
import type {
  AnswerId,
  ChatId,
  ConversationId,
  FileId,
  MessageId,
  PersonId,
  SessionId,
  WorkspaceId,
} from './ids.ts'
import type { SpendEvent } from './memory.ts'

/**
 * Events, named noun.verb in the past. Ids, counts and durations only: no message text, no name, no secret can be put
 * into an event, so none can reach a log.
 */
export type EngineEvent =
  | {
      readonly name: 'messages.received'
      readonly workspaceId: WorkspaceId
      readonly chatId: ChatId
      readonly stored: number
      readonly duplicates: number
      readonly links: number
      readonly ms: number
    }
  | {
      readonly name: 'message.edited'
      readonly workspaceId: WorkspaceId
      readonly messageId: MessageId
    }
  | {
      readonly name: 'message.reacted'
      readonly workspaceId: WorkspaceId
      readonly messageId: MessageId
    }
  | {
      readonly name: 'message.deleted'
      readonly workspaceId: WorkspaceId
      readonly messageId: MessageId
    }
  | {
      readonly name: 'conversations.started'
      readonly workspaceId: WorkspaceId
      readonly chatId: ChatId
      readonly ids: readonly ConversationId[]
    }
  | {
      readonly name: 'facts.stored'
      readonly workspaceId: WorkspaceId
      readonly chatId: ChatId
      readonly count: number
    }
  | (Summarised & {
      /** A model read a conversation for facts. */
      readonly name: 'facts.extracted'
      readonly chatId: ChatId
      readonly found: number
      /** Facts that its lines do not bear out. */
      readonly dropped: number
    })
  | {
      readonly name: 'links.corrected'
      readonly workspaceId: WorkspaceId
      readonly chatId: ChatId
      readonly count: number
    }
  | {
      readonly name: 'context.assembled'
      readonly workspaceId: WorkspaceId
      readonly retrieved: number
      readonly included: number
      readonly tokens: number
      readonly recallMs: number
      readonly scoreMs: number
      readonly trimMs: number
      readonly ms: number
      readonly isCached: boolean
    }
  | {
      readonly name: 'question.answered'
      readonly workspaceId: WorkspaceId
      readonly answerId: AnswerId
      readonly model: string
      readonly isFallback: boolean
      readonly inputTokens: number
      readonly outputTokens: number
      readonly ms: number
    }
  | {
      readonly name: 'question.failed'
      readonly workspaceId: WorkspaceId
      readonly code: ErrorCode
    }
  | {
      readonly name: 'file.kept'
      readonly workspaceId: WorkspaceId
      readonly fileId: FileId
      readonly status: 'added' | 'replaced' | 'unchanged'
      readonly chunks: number
      readonly ms: number
    }
  | { readonly name: 'file.deleted'; readonly workspaceId: WorkspaceId; readonly fileId: FileId }
  | { readonly name: 'source.failed'; readonly source: string; readonly code: ErrorCode }
  | {
      readonly name: 'journal.replayed'
      readonly entries: number
      readonly torn: number
      readonly failed: number
    }
  | { readonly name: 'journal.checkpointed'; readonly ms: number }
  | {
      readonly name: 'embeddings.made'
      readonly workspaceId: WorkspaceId
      readonly count: number
      readonly ms: number
    }
  | {
      readonly name: 'session.closed'
      readonly workspaceId: WorkspaceId
      readonly sessionId: SessionId
      readonly personId: PersonId | null
      readonly reason: string
      readonly durationMs: number
      readonly lastSeenAt: string
    }
  | (Summarised & {
      readonly name: 'session.summarised'
      readonly sessionId: SessionId
      readonly chars: number
      readonly tokens: number
    })
  | (Summarised & {
      readonly name: 'session.tagged'
      readonly sessionId: SessionId
      readonly tags: number
    })
  | (Summarised & {
      readonly name: 'memory.recent_updated'
      readonly tokens: number
      readonly sessionsUsed: number
    })
  | (Summarised & {
      readonly name: 'memory.history_updated'
      readonly tokens: number
      readonly sessionsFolded: number
    })
  | (Summarised & {
      readonly name: 'topic.built'
      readonly topic: string
      readonly tokens: number
      readonly sources: number
    })
  | {
      readonly name: 'topic.inferred'
      readonly workspaceId: WorkspaceId
      readonly personId: PersonId | null
      readonly sessionId: SessionId
      readonly turn: number
      /** Null if there is no candidate. */
      readonly best: LoggedTopic | null
      readonly candidates: readonly LoggedTopic[]
      readonly adopted: number
      readonly model: string
      readonly modelTokens: number
      readonly ms: number
    }
  | SpendEvent
  | {
      readonly name: 'chat.begun'
      readonly workspaceId: WorkspaceId
      readonly dialog: 'answered' | 'skipped' | 'not_shown'
    }
  | { readonly name: 'embedding.missed'; readonly workspaceId: WorkspaceId; readonly count: number }
  | {
      readonly name: 'person.forgotten'
      readonly workspaceId: WorkspaceId
      readonly personId: PersonId
      readonly messages: number
      readonly sessions: number
      readonly ms: number
    }
  | {
      readonly name: 'chat.deleted'
      readonly workspaceId: WorkspaceId
      readonly chatId: ChatId
      readonly messages: number
      readonly sessions: number
      readonly files: number
      readonly ms: number
    }
  | {
      readonly name: 'import.undone'
      readonly workspaceId: WorkspaceId
      readonly messages: number
      readonly chats: number
      readonly ms: number
    }
  | { readonly name: 'server.started'; readonly version: string; readonly url: string }
  | { readonly name: 'server.stopped'; readonly ms: number }
  | { readonly name: 'backup.made'; readonly rows: number; readonly ms: number }
  | { readonly name: 'backup.failed'; readonly code: ErrorCode }
  | { readonly name: 'files.scrubbed'; readonly tables: number; readonly ms: number }
  | {
      readonly name: 'retention.applied'
      readonly workspaceId: WorkspaceId
      readonly messages: number
      readonly sessions: number
    }
  | {
      readonly name: 'job.failed'
      readonly job: string
      readonly code: ErrorCode
      readonly isLast: boolean
    }
  | BotEvent
  | { readonly name: 'upkeep.failed'; readonly step: string; readonly code: ErrorCode }

/**
 * A topic and its final score. A slug may contain message text: the topic is the slug where staff registered it as a
 * synonym's target, else a digest, by which equal topics can be counted.
 */
export type LoggedTopic = { readonly topic: string; readonly score: number }

/** A summary that a model wrote: its owner, and what it cost. */
type Summarised = {
  readonly workspaceId: WorkspaceId
  readonly personId: PersonId | null
  readonly model: string
  readonly modelTokens: number
  readonly ms: number
}

/** Recording never throws and is never awaited: a full disk must not prevent an answer. */
export type RecordEvent = (event: EngineEvent) => void
