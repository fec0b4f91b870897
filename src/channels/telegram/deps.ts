import type { RawApi } from 'grammy'
import type { Database, Db } from '../../db/engine/database.ts'
import type { ChatRef } from '../../domain/chat.ts'
import type { RecordEvent } from '../../domain/events.ts'
import type { WorkspaceId } from '../../domain/ids.ts'
import type { Principal } from '../../domain/principal.ts'
import { workspaceScope } from '../../domain/scope.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Memory } from '../../memory/memory.ts'

/** All of them, or those of a list: chats by id, people by id or name. */
export type Allowed = 'all' | ReadonlySet<string>

export type BotSettings = {
  /** Names it is called by at the start of a message, beside its @name. */
  readonly names: readonly string[]
  /** Chats it may listen to. */
  readonly mayHear: Allowed
  /** Chats in which, and people whom, it may answer. */
  readonly mayAnswerIn: Allowed
  readonly mayAnswer: Allowed
  /** Whether an answer is shown as it is written. */
  readonly isStreaming: boolean
  /** Tokens of what /context would show. */
  readonly budgetTokens: number
}

/** Who the bot is at Telegram. */
export type BotIdentity = {
  readonly id: number
  readonly username: string
  readonly name: string
  /** Telegram's word that it hears everybody in groups. */
  readonly readsAll: boolean
}

/** What every part of this door is handed. */
export type BotDeps = {
  /** grammY's client; retries and limits are ours (see post.ts). */
  readonly telegram: RawApi
  readonly me: BotIdentity
  /** The bot's id, as rows name it. */
  readonly bot: string
  /** The bot acts for whoever speaks to it, and so for staff. */
  readonly principal: Principal
  readonly database: Database
  readonly engine: Engine
  readonly memory: Memory
  readonly record: RecordEvent
  readonly now: () => Date
  readonly settings: BotSettings
}

/** Telegram, as rows name it. */
export const CHANNEL = 'telegram'

/** True if the list lets one of these names in. */
export function isAllowed(allowed: Allowed, ...names: readonly (string | null | undefined)[]) {
  return allowed === 'all' || names.some((name) => name != null && allowed.has(name.toLowerCase()))
}

/** A chat of Telegram's, as rows name it. */
export function chatRef(chat: string): ChatRef {
  return { channel: CHANNEL, externalId: chat }
}

/** Runs `work` in one transaction of the bot's workspace. */
export function inWorkspace<T>(
  { database, principal }: Pick<BotDeps, 'database' | 'principal'>,
  work: (db: Db, workspaceId: WorkspaceId) => Promise<T>,
): Promise<T> {
  const { workspaceId } = principal
  return database.within(workspaceScope(workspaceId), (db) => work(db, workspaceId))
}
