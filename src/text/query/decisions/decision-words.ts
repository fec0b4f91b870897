/**
 * How a language states decisions: alternatives of a regular expression each, in lower case, with straight apostrophes,
 * matched as whole words. `~` stands for the rest of a word.
 */
export type DecisionWords = {
  /** Enough by themselves: decided, booked, moved, called off. */
  readonly decided: string
  /** Who does what: "I'll bring the cake". */
  readonly commits: string
  /** With a time, an appointment: the plumber comes on Friday. */
  readonly arranged: string
  /** With a time in a short message, the end of a discussion: "Friday then". */
  readonly confirms: string
  /** A message of these alone agrees to what was said before it. */
  readonly agrees: string
  /** Days, months and parts of the day; times in digits are known for all languages. */
  readonly times: string
  /** A condition, a doubt, a proposal or a question without a mark: what it stands in decides nothing. */
  readonly doubts: string
}
