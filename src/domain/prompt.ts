/** The prompt of a language model. No untrusted text is ever in `system`. */
export type Prompt = {
  readonly system: string
  readonly messages: readonly PromptMessage[]
}

export type PromptMessage = {
  readonly role: 'user' | 'assistant'
  readonly content: string
  /** Pictures, sounds and documents attached after the text. */
  readonly attachments?: readonly Attachment[]
}

/** Media for a model: the bytes themselves, or a URL that the provider downloads. */
export type Attachment =
  | { readonly kind: 'bytes'; readonly mimeType: string; readonly bytes: Uint8Array }
  | { readonly kind: 'uri'; readonly mimeType: string; readonly uri: string }

/** One piece of the context with its citation number. */
export type SourceLine = {
  readonly number: number
  readonly speaker: string
  readonly sentAt: Date | null
  readonly text: string
  /** Sent around the conversation, and perhaps about another subject. */
  readonly isNearby?: boolean
  /** Sent by a bot. */
  readonly isBot?: boolean
}

/**
 * The task as data. A language model reads the prompt; the offline model, which has no language, reads the task. Both
 * contain the same, and both are answered in the same form: prose with [n] marks for `answer`, bullets for
 * `summarise`, the JSON named here for the others.
 */
export type Task =
  | { readonly kind: 'answer'; readonly question: string; readonly lines: readonly SourceLine[] }
  | {
      readonly kind: 'summarise'
      readonly lines: readonly SourceLine[]
      readonly maxBullets: number
      readonly maxTokens: number
      /** Where it is set, a language model adds {"tags":[…]} after the bullets; the offline model does not. */
      readonly maxTags?: number
    }
  /** {"tags":[{"tag":"invoices","conf":0.92}]} */
  | { readonly kind: 'tag'; readonly lines: readonly SourceLine[]; readonly maxTags: number }
  /** {"candidates":[{"slug":"invoices","label":"Invoices","score":0.82,"rationale":"…"}]} */
  | {
      readonly kind: 'match-topics'
      readonly lines: readonly SourceLine[]
      readonly topics: readonly string[]
    }
  /** {"facts":[…]}: what people state in these lines. The offline model names none: rules find them without it. */
  | { readonly kind: 'extract-facts'; readonly lines: readonly SourceLine[] }
  /** {"relevant":[1,3]}: the lines that are relevant to the question. */
  | { readonly kind: 'grade'; readonly question: string; readonly lines: readonly SourceLine[] }
  /** {"query":"…"}: the question in other words, to find more. */
  | { readonly kind: 'rewrite'; readonly question: string; readonly tried: readonly string[] }
  /** Two or three sentences: the question is outside the assistant's purpose. */
  | { readonly kind: 'decline'; readonly question: string; readonly scope: string }
  /** {"score":0-100,"reason":"…"}: how far the question is within the assistant's purpose. */
  | { readonly kind: 'check-scope'; readonly question: string; readonly scope: string }
