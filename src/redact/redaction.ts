/** What can be redacted. A placeholder is the kind in square brackets. */
export const KINDS = [
  'email',
  'phone',
  'card',
  'iban',
  'national id',
  'ip',
  'mac',
  'secret',
  'name',
] as const
type Kind = (typeof KINDS)[number]

/** A part of a text in UTF-16 units; `end` is exclusive. */
export type RedactedSpan = { readonly kind: Kind; readonly start: number; readonly end: number }

export type Redaction = {
  /** The text with a placeholder for everything found; the rest is unchanged, unit by unit. */
  readonly text: string
  /** What was found, with its place in the original text, in order. */
  readonly found: readonly RedactedSpan[]
}

/** Finds one sort of personal data in a folded text. Its spans never overlap. */
export type Finder = (text: string) => readonly RedactedSpan[]
