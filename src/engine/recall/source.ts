import type { Db } from '../../db/engine/database.ts'
import type { AudienceFilter } from '../../db/files/file-audience.ts'
import type { Place } from '../../db/messages/find-messages.ts'
import type { MessageWindow } from '../../db/messages/message-window.ts'
import type { VectorQuery } from '../../db/search/find-similar.ts'
import type { Finding } from '../../domain/candidate.ts'
import type { Link } from '../../domain/link.ts'
import type { PlacedMessage, WeighedMessage } from '../../domain/look-back.ts'
import type { Message } from '../../domain/message.ts'
import type { Piece } from '../../domain/piece.ts'
import type { Question } from '../../domain/question.ts'
import type { Corpus, RankDocuments, RankMessages } from '../../domain/ranking.ts'
import type { Scope } from '../../domain/scope.ts'
import type { ReadQuery } from '../../text/query/read-query.ts'

/** A question, with what every source wants to know of it worked out once. */
export type RecallSearch = {
  readonly question: Question
  readonly query: ReadQuery
  /** Whose files may be shown to those who will read the answer. */
  readonly shown: AudienceFilter
  /** The question as a vector; null without an embedder, or where it was not there in time. */
  readonly vector: VectorQuery | null
  readonly steps: Steps
  /** Told how rare the question's words are where a source has looked. */
  readonly onCounted: (corpus: Corpus) => void
  /** Told how much had no vector though one was wanted. */
  readonly onMissing: (count: number) => void
}

/** A question that was asked in a chat. */
export type ChatSearch = RecallSearch & { readonly place: Place }

/** Steps of other rooms, handed in by the flow: a step never imports a step. */
export type Steps = {
  readonly look: LookBack
  readonly rankMessages: RankMessages
  readonly rankDocuments: RankDocuments
}

/** How conversations are told apart. */
export type LookBack = {
  /** How many messages a look back reads. */
  readonly span: number
  /** Every message of the trail, weighed for the conversation a tag is about. */
  ofTag(
    tag: {
      readonly authorId: Question['personId']
      readonly authorName: string | null
      readonly sentAt: Date
      readonly text: string
      readonly isBare: boolean
      readonly parent: Message | null
    },
    trail: MessageWindow,
  ): PlacedMessage[]
  /** Every other message of the trail, weighed for the conversation of one of them. */
  ofMessage(message: Message, trail: MessageWindow): PlacedMessage[]
  /** The same for an old message that was replied to, with a lower threshold. */
  ofAnchor(message: Message, trail: MessageWindow): PlacedMessage[]
  /** What lies around the conversation, the nearest first; `askedAt` is null where the tag is a reply. */
  nearbyOf(trail: readonly PlacedMessage[], askedAt: Date | null): WeighedMessage[]
  /** Whether a weight leaves open if a message belongs to the conversation. */
  isDoubtful(weight: number): boolean
  /** The links of messages as people corrected them. */
  linksOf(trail: {
    readonly messages: readonly { readonly id: Message['id'] }[]
    readonly links: readonly Link[]
    readonly corrections: MessageWindow['corrections']
  }): readonly Link[]
}

/** What one source says of one piece. */
export type Found = {
  readonly piece: Piece
  readonly finding: Finding
  /** How surely a message is of the conversation; from the look back only. */
  readonly membership?: number
  readonly alike?: number | null
  readonly isAnchor?: boolean
  readonly isPinned?: boolean
  readonly quoted?: string | null
  readonly fromSnapshot?: boolean
}

/** A place to look. Adding one is a file here and a line in recall.ts. */
export type Source<S extends RecallSearch = RecallSearch> = {
  readonly name: string
  /** Whether it waits for the question's vector, which a provider may take long to make. */
  readonly needsVector: boolean
  /** Whether it may have anything to say to such a question; if not, it is not asked. */
  hears(query: ReadQuery): boolean
  /** What it sees, where that is not what the audience sees; null: there is nothing for it to see. */
  scope?(search: RecallSearch): Scope | null
  find(db: Db, search: S): Promise<Found[]>
}
