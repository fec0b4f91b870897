/** What the reference says about an error code. */
export type ErrorInfo = {
  /** HTTP status. */
  readonly status: number
  readonly when: string
  /** What the caller does about it. */
  readonly next: string
}
