/** What can be hidden. A placeholder is the kind in square brackets. */
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
export type Kind = (typeof KINDS)[number]

/** A piece of a text, counted in UTF-16 units; `end` is the first place after it. */
export type RedactedSpan = { readonly kind: Kind; readonly start: number; readonly end: number }

export type Redaction = {
  /** The text with a placeholder for everything found; the rest is as it was, unit by unit. */
  readonly text: string
  /** What was found and where it stood in the text that was given, in its order. */
  readonly found: readonly RedactedSpan[]
}

/** Looks for one sort of thing in a folded text. Two of its spans never overlap. */
export type Finder = (text: string) => readonly RedactedSpan[]
