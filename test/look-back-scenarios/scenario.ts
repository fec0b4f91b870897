/** One chat line; its id is its number as a string, so line 1 has id '1'. */
export type Line = readonly [
  author: string,
  minutesAgo: number,
  text: string,
  more?: {
    readonly replyTo?: string
    readonly quote?: string
    readonly topic?: string
    readonly isBot?: boolean
    readonly kind?: 'system'
    readonly editedText?: string
    readonly isDeleted?: boolean
  },
]

/** What a scenario puts to the test. */
export type Kind =
  | 'bare'
  | 'reply'
  | 'content'
  | 'nothing'
  | 'stranger'
  | 'pointing'
  | 'moved on'
  | 'list'
  | 'short answers'
  | 'shared words'
  | 'resumed'
  | 'nickname'
  | 'two readings'

/** A chat, a tag, and what any careful reader would say the tag is about. */
export type Scenario = {
  readonly name: string
  /** Those that stand for a kind of their own have none. */
  readonly kind?: Kind
  /** In the order they arrived, which is not always the order they were sent. */
  readonly lines: readonly Line[]
  readonly tag: {
    readonly by: string
    readonly text: string
    readonly replyTo?: string
    readonly quote?: string
    readonly topic?: string
  }
  /** Numbers of the lines (1 = first) that must be in. */
  readonly inside: readonly number[]
  /** And that must be out; lines in neither list may go either way. */
  readonly outside: readonly number[]
  /** Told wrongly so far, and what it would take. The test fails when it comes right, so that this goes. */
  readonly stillWrong?: string
  /** That many messages of other people about other things between the two times. */
  readonly filler?: {
    readonly count: number
    readonly minutesAgo: readonly [from: number, to: number]
  }
}

export const HOUR = 60
export const DAY = 24 * HOUR
