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

/** A question, with what every source needs of it computed once. */
export type RecallSearch = {
  readonly question: Question
  readonly query: ReadQuery
  /** Whose files may be shown to the readers of the answer. */
  readonly shown: AudienceFilter
  /** The question as a vector; null without an embedder, or if it was too slow. */
  readonly vector: VectorQuery | null
  readonly steps: Steps
  /** Called with how rare the question's words are in what a source searched. */
  readonly onCounted: (corpus: Corpus) => void
  /** Called with how many rows had no vector though one was wanted. */
  readonly onMissing: (count: number) => void
}

/** A question that was asked in a chat. */
export type ChatSearch = RecallSearch & { readonly place: Place }

/** Functions of other folders, passed in: folders of the engine do not import each other. */
export type Steps = {
  readonly look: LookBack
  readonly rankMessages: RankMessages
  readonly rankDocuments: RankDocuments
}

/** How conversations are told apart. */
export type LookBack = {
  /** How many messages a look back reads. */
  readonly span: number
  /** Every message of the trail, weighed for the conversation a mention is about. */
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
  /** The messages around the conversation, nearest first; `askedAt` is null where the mention is a reply. */
  nearbyOf(trail: readonly PlacedMessage[], askedAt: Date | null): WeighedMessage[]
  /** Whether a weight leaves it open if a message belongs to the conversation. */
  isDoubtful(weight: number): boolean
  /** The links with corrections applied. */
  linksOf(trail: {
    readonly messages: readonly { readonly id: Message['id'] }[]
    readonly links: readonly Link[]
    readonly corrections: MessageWindow['corrections']
  }): readonly Link[]
}

/** One source's finding of one piece. */
export type Found = {
  readonly piece: Piece
  readonly finding: Finding
  /** How surely a message belongs to the conversation; from the look back only. */
  readonly membership?: number
  readonly alike?: number | null
  readonly isAnchor?: boolean
  readonly isPinned?: boolean
  readonly quoted?: string | null
  readonly fromSnapshot?: boolean
}

/** A way to find pieces. Adding one is a file here and a line in recall.ts. */
export type Source<S extends RecallSearch = RecallSearch> = {
  readonly name: string
  /** Whether it waits for the question's vector, which a provider may be slow to return. */
  readonly needsVector: boolean
  /** Whether it applies to this query; if not, it is not run. */
  appliesTo(query: ReadQuery): boolean
  /** The rows it sees, where they differ from the audience's; null: it sees none. */
  scope?(search: RecallSearch): Scope | null
  find(db: Db, search: S): Promise<Found[]>
}
