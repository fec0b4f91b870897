/* What recall hands to a ranking and gets back: the words of candidates, counted, and what rarity means
 * where they come from. Recall gathers, score ranks, and neither imports the other. */

/** A text as its terms (see termsOf) and how often each occurs; terms nobody asks for may be left out. */
export type Bag = {
  readonly frequencies: ReadonlyMap<string, number>
  /** How many terms the whole text has, those left out included. */
  readonly length: number
}

/** The collection that says how rare a term is. */
export type Corpus = {
  readonly size: number
  readonly averageLength: number
  /** In how many of its texts a term occurs; absent means in none. */
  readonly documentFrequencies: ReadonlyMap<string, number>
}

/** A message that may answer. */
export type MessageCandidate = {
  readonly authorName: string
  /** The text, or how it ends: enough to tell whether it asks. */
  readonly text: string
  readonly sentAt: Date
  /** Of the author's name, the text and what is known of its media; the query's terms suffice. */
  readonly bag: Bag
  readonly sessionId: string | null
  /** Its number within the session: neighbours' numbers differ by one. */
  readonly place: number
  /** Cosine with the question; null where it has no vector. */
  readonly similarity: number | null
}

export type MessagePool<C extends MessageCandidate> = {
  /** Whatever may answer, with the neighbours of the likeliest; those are ranked too. */
  readonly candidates: readonly C[]
  /** Session id → all its words; the query's terms suffice. */
  readonly sessions: ReadonlyMap<string, Bag>
}

/** How rare terms are among the chat's messages, and among its sessions. */
export type ChatStatistics = { readonly messages: Corpus; readonly sessions: Corpus }

/** A candidate in its place. */
export type Ranked<C> = {
  readonly candidate: C
  /** In [0, 1]. */
  readonly score: number
}

/** What is asked: its text, and those of its terms that may carry the subject. */
export type AskedTerms = { readonly text: string; readonly terms: readonly string[] }

/** A message in its place, and how much of its score is for its own words. */
export type RankedMessage<C> = Ranked<C> & { readonly parts: { readonly own: number } }

/** Ranks messages, best first. */
export type RankMessages = <C extends MessageCandidate>(
  question: AskedTerms,
  pool: MessagePool<C>,
  statistics: ChatStatistics,
) => RankedMessage<C>[]

/** A part of a file that may answer. */
export type DocumentCandidate = {
  /** All its terms, those of what it is called counted three times. */
  readonly bag: Bag
  /** Cosine with the question; null where it has no vector. */
  readonly similarity: number | null
}

/** Ranks parts of files, in two rounds: what to count before the second, and the result, best first. */
export type RankDocuments = {
  /** The terms of the best of the first round. */
  feedbackTermsOf(
    terms: readonly string[],
    candidates: readonly DocumentCandidate[],
    corpus: Corpus,
  ): string[]
  /** The corpus counts those too. */
  rank<C extends DocumentCandidate>(
    terms: readonly string[],
    candidates: readonly C[],
    corpus: Corpus,
  ): Ranked<C>[]
}
