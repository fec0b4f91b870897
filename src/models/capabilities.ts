/** What a model can do; absent: as its provider's models usually do, found out by its answers. */
export type Capabilities = {
  /** MIME types it takes besides text, `image/*` for all images; empty for text alone. */
  readonly media?: readonly string[]
  readonly tools?: boolean
  /** System instructions; without, they stand first in the user's message. */
  readonly system?: boolean
  /** Tokens of the longest prompt. */
  readonly contextTokens?: number
}

/** By model, as EARSHOT_MODEL names it. */
export type CapabilitiesByModel = ReadonlyMap<string, Capabilities>

/** The parts of a call that a model may refuse. */
export type CallPart = 'media' | 'tools' | 'system'
