/** Every number of the training; what each is worth stands in README.md. */
export const RECIPE = {
  /** Pieces of a sentence the teacher hears at most. */
  longestSentence: 46,
  /** Words of a sentence that is learned from. */
  words: { fewest: 3, most: 40 },
  /** Messages drawn from the large chats; of the small ones and the dialogues, all. */
  chatMessages: 30_000,
  /** Rows of random words: the chats and dialogues have only part of the vocabulary. */
  mixtures: { texts: 40_000, fewest: 2, most: 5 },
  /** Languages other than English: a piece's frequency is counted within about one of them. */
  languages: 26,
  /** Their pieces: the maximum number, and the minimum number of uses of each in the pairs. */
  pieces: { size: 60_000, fewest: 3 },
  /** Sentences of the chats by which the directions to keep are found. */
  axesFrom: 20_000,
  /**
   * What a piece weighs before anything is learned: weight / (weight + its frequency, by Zipf's law of
   * its rank). Single letters and digits, ranked before all words, weigh `letters`.
   */
  first: { weight: 1e-4, letters: 0.1 },
  fit: {
    rounds: 40,
    rate: 0.015,
    /** How strongly a piece is held at its first vector, against the pull of one sentence. */
    pull: 1,
  },
} as const
