/* Input and output of a ranking: the counted words of candidates, and the rarity of words in their corpus. Recall
 * gathers, score ranks, and neither imports the other. */

/** A text as its terms (see termsOf) and how often each occurs; terms that are not in the query may be left out. */
export type Bag = {
  readonly frequencies: ReadonlyMap<string, number>
  /** The number of terms of the whole text, including those left out. */
  readonly length: number
}

/** The collection that defines how rare a term is. */
export type Corpus = {
  readonly size: number
  readonly averageLength: number
  /** The number of texts with a term; absent means 0. */
  readonly documentFrequencies: ReadonlyMap<string, number>
}

/** A message that may answer the question. */
export type MessageCandidate = {
  readonly authorName: string
  /** The text, or its end: enough to detect a question. */
  readonly text: string
  readonly sentAt: Date
  /** Of the author's name, the text and the media's metadata; the query's terms suffice. */
  readonly bag: Bag
  readonly sessionId: string | null
  /** Its number within the session: neighbours' numbers differ by one. */
  readonly place: number
  /** Cosine similarity to the question; null where it has no vector. */
  readonly similarity: number | null
}

export type MessagePool<C extends MessageCandidate> = {
  /** All messages that may answer, with the neighbours of the likeliest; those are ranked too. */
  readonly candidates: readonly C[]
  /** Session id → all its words; the query's terms suffice. */
  readonly sessions: ReadonlyMap<string, Bag>
}

/** How rare terms are among the chat's messages, and among its sessions. */
export type ChatStatistics = { readonly messages: Corpus; readonly sessions: Corpus }

/** A candidate with its score. */
export type Ranked<C> = {
  readonly candidate: C
  /** In [0, 1]. */
  readonly score: number
}

/** The text of a question, and those of its terms that may carry the subject. */
export type AskedTerms = { readonly text: string; readonly terms: readonly string[] }

/** A ranked message, and the part of its score that is due to its own words. */
export type RankedMessage<C> = Ranked<C> & { readonly parts: { readonly own: number } }

/** Ranks messages, best first. */
export type RankMessages = <C extends MessageCandidate>(
  question: AskedTerms,
  pool: MessagePool<C>,
  statistics: ChatStatistics,
) => RankedMessage<C>[]

/** A chunk of a file that may answer the question. */
export type DocumentCandidate = {
  /** All its terms, those of its name counted three times. */
  readonly bag: Bag
  /** Cosine similarity to the question; null where it has no vector. */
  readonly similarity: number | null
}

/** Ranks chunks in two rounds: the terms to count before the second, and the result, best first. */
export type RankDocuments = {
  /** The terms of the best of the first round. */
  feedbackTermsOf(
    terms: readonly string[],
    candidates: readonly DocumentCandidate[],
    corpus: Corpus,
  ): string[]
  /** The corpus must include counts of the feedback terms. */
  rank<C extends DocumentCandidate>(
    terms: readonly string[],
    candidates: readonly C[],
    corpus: Corpus,
  ): Ranked<C>[]
  /** Whether a chunk is about the subject, and not only among the best by a chance word. */
  isAbout(subject: AskedSubject, chunk: DocumentCandidate, corpus: Corpus): boolean
}

/** What a question is about. */
export type AskedSubject = {
  readonly terms: readonly string[]
  /** Those of them that were not written so, but corrected. */
  readonly corrected: ReadonlySet<string>
  readonly leansOnConversation: boolean
}
