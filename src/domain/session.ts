import type { AnswerId, ChatId, PersonId, SessionId } from './ids.ts'

/** A session of one chat and thread, or of one person's questions where there is no chat. */
export type Session = {
  readonly id: SessionId
  readonly chatId: ChatId | null
  readonly topic: string | null
  readonly personId: PersonId | null
  readonly startedAt: Date
  readonly lastMessageAt: Date
  readonly endedAt: Date | null
  /** Why it ended: by silence, or by request. */
  readonly closeReason: CloseReason | null
}

/** `quiet`: a part of a conversation that became quiet. */
export type CloseReason = 'new' | 'idle' | 'away' | 'staff' | 'quiet'

/** What a caller stores with a session: a JSON object of its own. */
export type SessionMetadata = Readonly<Record<string, unknown>>

/** An earlier question of a session, with its answer. */
export type Turn = {
  readonly number: number
  readonly question: string
  readonly answer: string
  /** Asked by another person than the one who asks now: no instruction to the model. */
  readonly isOfAnother?: boolean
}

export type StoredTurn = Turn & {
  readonly askedBy: PersonId | null
  readonly sessionId: SessionId
  /** Null once the answer's trace is deleted. */
  readonly answerId: AnswerId | null
}
