import type { Database, Db } from '../db/engine/database.ts'
import type { BotRef } from '../domain/channels/bot.ts'
import type { ChatRef } from '../domain/chat.ts'
import type { DigestSchedule, QuietHours } from '../domain/digest/digest-schedule.ts'
import type { RecordEvent } from '../domain/events.ts'
import type { WorkspaceId } from '../domain/ids.ts'
import type { Principal } from '../domain/principal.ts'
import { workspaceScope } from '../domain/scope.ts'
import type { Engine } from '../engine/engine.ts'
import type { Memory } from '../memory/memory.ts'
import type { Transcribe } from '../models/transcriber.ts'
import type { BotIdentity, Channel } from './channel.ts'

/** All, or those of a list: chats by id, people by id or name. */
type Allowed = 'all' | ReadonlySet<string>

export type BotSettings = {
  /** Names that count as a mention at the start of a message, in addition to its @name. */
  readonly names: readonly string[]
  /** Chats it may listen to. */
  readonly mayReceiveFrom: Allowed
  /** Chats where it may answer, and people to whom. */
  readonly mayAnswerIn: Allowed
  readonly mayAnswer: Allowed
  /** Whether an answer is shown while it is generated. */
  readonly isStreaming: boolean
  /** Token budget of the context that /context shows. */
  readonly budgetTokens: number
  /** Of chats without settings of their own. */
  readonly timeZone: string
  readonly digest: DigestSchedule | 'off'
  readonly quietHours: QuietHours | 'off'
}

/** The dependencies of every part of a bot. */
export type BotDeps = {
  readonly channel: Channel
  readonly me: BotIdentity
  /** The bot, as stored in rows. */
  readonly bot: BotRef
  /** The bot acts for every user who writes to it, and therefore as staff. */
  readonly principal: Principal
  readonly database: Database
  readonly engine: Engine
  /** Writes down what is said in voice messages; null if that is off. */
  readonly transcribe: Transcribe | null
  readonly memory: Memory
  readonly record: RecordEvent
  readonly now: () => Date
  readonly settings: BotSettings
}

/** True if the list contains one of these names. */
export function isAllowed(allowed: Allowed, ...names: readonly (string | null | undefined)[]) {
  return allowed === 'all' || names.some((name) => name != null && allowed.has(name.toLowerCase()))
}

/** A reference to a chat, as stored in rows. */
export function chatRef({
  channel,
  chat,
}: {
  readonly channel: string
  readonly chat: string
}): ChatRef {
  return { channel, externalId: chat }
}

/** Runs `work` in one transaction of the bot's workspace. */
export function inWorkspace<T>(
  { database, principal }: Pick<BotDeps, 'database' | 'principal'>,
  work: (db: Db, workspaceId: WorkspaceId) => Promise<T>,
): Promise<T> {
  const { workspaceId } = principal
  return database.within(workspaceScope(workspaceId), (db) => work(db, workspaceId))
}
