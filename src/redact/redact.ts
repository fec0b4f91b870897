import { HIDDEN } from './context.ts'
import { findCards } from './find-cards.ts'
import { findEmails } from './find-emails.ts'
import { findIbans } from './find-ibans.ts'
import { findMachineAddresses } from './find-machine-addresses.ts'
import { findNationalIds } from './find-national-ids.ts'
import { findPhones } from './find-phones.ts'
import { findRandomWords, findSecrets } from './find-secrets.ts'
import { fold } from './fold.ts'
import { nameFinder } from './names/find-names.ts'
import { type Finder, KINDS, type RedactedSpan, type Redaction } from './redaction.ts'
import { writeSpelledDigits } from './spelled-digits.ts'

/* Removes personal data and secrets from a text.
 *
 *   fold      one spelling for everything that looks the same; every unit maps to its origin
 *   find      one rule after the other, the surest first; what is found is covered for the next
 *   again     until nothing more is found: a number cut in two could leave one half that now looks like
 *             a number, and then redacting a second time would not give the same text
 *   replace   in the original text: everything else is unchanged, unit by unit
 *
 * Placeholders already in the text are covered from the start, so they are never read as words. */

type RedactOptions = {
  /** Display names and usernames to redact: those of the chat's other people. */
  readonly names?: readonly string[]
  /** Names of the person the text is for: they stay, also where others share them. */
  readonly own?: readonly string[]
}

/** Each round finds something or is the last; a text crafted to need more has nothing worth redacting left. */
const MAX_ROUNDS = 12
const PLACEHOLDER = new RegExp(`\\[(?:${KINDS.join('|')})\\]`, 'g')

const DIGIT_TWIN =
  /(?<=\d[ ().-]{0,2})[oOlI](?=[oOlI]?[ ().-]{0,2}\d)|(?<=\d[ ().-]{0,2}[oOlI])[oOlI](?=[ ().-]{0,2}\d)/g

// Surest first: a password in an address is no mailbox, and a card is no telephone.
const FINDERS: readonly Finder[] = [
  findSecrets,
  findEmails,
  findIbans,
  findMachineAddresses,
  inDigits(withDigitTwins(findCards)),
  inDigits(findNationalIds),
  inDigits(withDigitTwins(findPhones)),
  findRandomWords,
]

/** Replaces personal data by its kind in brackets: `[email]`, `[phone]`. Idempotent. */
export function redact(text: string, options: RedactOptions = {}): Redaction {
  const { names = [], own = [] } = options
  const finders = names.length === 0 ? FINDERS : [...FINDERS, nameFinder(names, own)]
  const view = fold(text)
  const spans = findAll(view.text, finders).map(({ kind, start, end }) => ({
    kind,
    start: view.starts[start] ?? 0,
    // Includes invisible characters after it, or a bracket would get an accent; and never less than its
    // last character, of which the next unit may be a part: "⒈" is a digit and a dot.
    end: Math.max(view.ends[end - 1] ?? 0, view.starts[end] ?? text.length),
  }))
  const found = spans.sort((a, b) => a.start - b.start)
  return { text: replaceAll(text, found), found }
}

function findAll(folded: string, finders: readonly Finder[]): RedactedSpan[] {
  const found: RedactedSpan[] = []
  let text = folded.replaceAll(PLACEHOLDER, (match) => HIDDEN.repeat(match.length))
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = found.length
    for (const find of finders) {
      const spans = find(text)
      if (spans.length === 0) continue
      found.push(...spans)
      text = cover(text, spans)
    }
    if (found.length === before) break
  }
  return found
}

/** The text with spans covered, of the same length. */
function cover(text: string, spans: readonly RedactedSpan[]): string {
  const parts: string[] = []
  let at = 0
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    parts.push(text.slice(at, start), HIDDEN.repeat(end - start))
    at = end
  }
  return parts.join('') + text.slice(at)
}

function replaceAll(text: string, spans: readonly RedactedSpan[]): string {
  const parts: string[] = []
  let at = 0
  for (const { kind, start, end } of spans) {
    parts.push(text.slice(at, start), `[${kind}]`)
    at = end
  }
  return parts.join('') + text.slice(at)
}

/** Letters that pass for digits among digits: "4l5 55O". Not for registers, whose numbers have letters. */
function withDigitTwins(find: Finder): Finder {
  return (text) => find(text.replaceAll(DIGIT_TWIN, (twin) => (/o/i.test(twin) ? '0' : '1')))
}

/** Numbers may be dictated in words: the finder reads those as digits. */
function inDigits(find: Finder): Finder {
  return (text) => {
    const view = writeSpelledDigits(text)
    if (view === null) return find(text)
    return find(view.text).map(({ kind, start, end }) => ({
      kind,
      start: view.starts[start] ?? 0,
      end: view.ends[end - 1] ?? text.length,
    }))
  }
}
