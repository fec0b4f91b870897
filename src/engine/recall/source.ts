import type { Db } from '../../db/database.ts'
import type { Place } from '../../db/find-messages.ts'
import type { Trail } from '../../db/trails.ts'
import type { Finding } from '../../domain/candidate.ts'
import type { Message } from '../../domain/message.ts'
import type { Question } from '../../domain/question.ts'
import type { Embedder } from '../../models/embedder.ts'

/** A question asked in a chat, with what every source wants to know of it worked out once. */
export type Search = {
  readonly question: Question
  /** The question's text without the mentions that call the bot. */
  readonly asked: string
  readonly place: Place
  readonly keywords: readonly string[]
  readonly isBareTag: boolean
  readonly embedder: Embedder | null
  readonly look: LookBack
}

export type Weighed = {
  readonly message: Message
  readonly weight: number
  readonly reason: string
}

/** Steps of another room, handed in by the flow: a step never imports a step. */
export type LookBack = {
  /** How many messages a look back reads. */
  readonly span: number
  /** The conversation a tag is about. */
  ofTag(
    tag: {
      readonly authorId: Question['personId']
      readonly authorName: string | null
      readonly sentAt: Date
      readonly text: string
      readonly isBare: boolean
      readonly parent: Message | null
    },
    trail: Trail,
  ): Weighed[]
  /** The conversation of one message of the trail. */
  ofMessage(message: Message, trail: Trail): Weighed[]
  /** The same for an old message that somebody replied to, more generously. */
  ofAnchor(message: Message, trail: Trail): Weighed[]
}

/** What one source says of one message. */
export type Found = {
  readonly message: Message
  readonly finding: Finding
  readonly isAnchor?: boolean
  readonly quoted?: string | null
  readonly fromSnapshot?: boolean
}

/** A place to look. Adding one is a file here and a line in recall.ts. */
export type Source = {
  readonly name: string
  find(db: Db, search: Search): Promise<Found[]>
}
