import type { Db } from '../../db/database.ts'
import type { Place } from '../../db/find-messages.ts'
import type { Finding } from '../../domain/candidate.ts'
import type { Link } from '../../domain/link.ts'
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

/** Steps of another room, handed in by the flow: a step never imports a step. */
export type LookBack = {
  readonly window: number
  linkTag(
    tag: { authorId: Question['personId']; sentAt: Date; text: string },
    window: readonly Message[],
  ): readonly { readonly to: Message; readonly probability: number; readonly reason: string }[]
  closure(
    seeds: ReadonlyMap<Message['id'], { weight: number; reason: string }>,
    links: readonly Link[],
  ): Map<Message['id'], { weight: number; reason: string }>
}

/** What one source says of one message. */
export type Found = {
  readonly message: Message
  readonly finding: Finding
  readonly isAnchor?: boolean
  readonly fromSnapshot?: boolean
}

/** A place to look. Adding one is a file here and a line in recall.ts. */
export type Source = {
  readonly name: string
  find(db: Db, search: Search): Promise<Found[]>
}
