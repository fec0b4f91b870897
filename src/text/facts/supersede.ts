import { isSingleValued, type StatedFact, type StoredFact } from '../../domain/fact.ts'
import type { FactId, MessageId } from '../../domain/ids.ts'
import {
  isPartOf,
  isSameMatter,
  isSameSubject,
  isSameText,
  isSameWording,
} from './compare-facts.ts'

/* What a newly stated fact does to those that are stored. Facts are periods on a time line: a new value closes the
 * period before it, an older statement that arrives late ends where the newer one begins, and nothing is overwritten. */

export type ClosedFact = { readonly id: FactId; readonly validTo: Date }

export type Supersession =
  /** The same again: its messages are added, its confidence raised. */
  | {
      readonly kind: 'join'
      readonly id: FactId
      readonly messageIds: readonly MessageId[]
      readonly confidence: number
      readonly validFrom: Date
    }
  /** Stored as a fact of its own; `validTo` is set where it is history already. */
  | { readonly kind: 'add'; readonly closes: readonly ClosedFact[]; readonly validTo: Date | null }
  /** "No longer": closes facts and is none itself. */
  | { readonly kind: 'end'; readonly closes: readonly ClosedFact[] }

/** Attributes of which one matter at a time is updated: two journeys are two plans. */
const BY_MATTER: readonly string[] = ['plan', 'decision', 'availability']
/** Attributes whose wider value says the same: "Berlin" and "Berlin Mitte". */
const WIDENS: readonly string[] = ['home', 'employer', 'job', 'place', 'origin']
const REPLACES =
  /(?<!\p{L})(?:instead|rather|changed|after all|now|not|doch|stattdessen|jetzt|mejor|al final|ahora|en vez|вместо|теперь|всё-таки|все-таки|передумал[аи]?|замість|тепер|все ж|передумал[аи]?)(?!\p{L})/iu
/** Relations a person has one of at a time. */
const ONE_AT_A_TIME =
  /^(?:new )?(?:wife|husband|partner|girlfriend|boyfriend|fiancée?|boss|manager|landlord|landlady|doctor|dentist|teacher|coach|status|frau|mann|partnerin|freund(?:in)?|chef(?:in)?|vermieter(?:in)?|arzt|ärztin|mujer|esposa|marido|esposo|novia|novio|jef[ea]|casero|жена|муж|начальни(?:к|ца)|девушка|парень|дружина|чоловік|начальни(?:к|ця)|дівчина|хлопець)$/u
const OPPOSITE: Readonly<Record<string, string>> = { preference: 'dislike', dislike: 'preference' }
/** The longest time between a change and its statement for it to replace what was stated in between: "last month". */
const MAX_BACKDATED_MS = 62 * 86_400_000
const RAISE = 0.05
const MAX_CONFIDENCE = 0.99

/** How `found` changes the stored facts. Only facts of the same subject, attribute and key are compared. */
export function supersede(known: readonly StoredFact[], found: StatedFact): Supersession {
  const ofSubject = known.filter((fact) => !fact.ends && isSameSubject(fact.about, found.about))
  if (found.ends) return { kind: 'end', closes: endedBy(ofSubject, found) }
  const slot = ofSubject
    .filter((fact) => sharesSlot(fact, found))
    .sort((a, b) => a.validFrom.getTime() - b.validFrom.getTime() || a.id - b.id)
  return isOneAtATime(found) ? placeOnTimeLine(slot, found) : addBeside(slot, ofSubject, found)
}

/** Repeated statements of one run as one fact; a value that comes back after another stays a period of its own. */
export function joinFacts(found: readonly StatedFact[]): StatedFact[] {
  const joined: StatedFact[] = []
  for (const fact of found) {
    const before = joined.findLastIndex(
      (other) =>
        other.ends === fact.ends &&
        isSameSubject(other.about, fact.about) &&
        sharesSlot(other, fact) &&
        (isOneAtATime(fact) || isSameValue(other, fact)),
    )
    const other = joined[before]
    if (other === undefined || !isSameValue(other, fact)) joined.push(fact)
    else {
      joined[before] = {
        ...other,
        messageIds: [...new Set([...other.messageIds, ...fact.messageIds])],
        confidence: raised(other, fact),
      }
    }
  }
  return joined
}

function placeOnTimeLine(slot: readonly StoredFact[], found: StatedFact): Supersession {
  const next = slot.find(({ validFrom }) => validFrom > found.validFrom)
  const previous = slot.findLast(({ validFrom }) => validFrom <= found.validFrom)
  if (
    previous !== undefined &&
    holdsAt(previous, found.validFrom) &&
    isSameValue(previous, found)
  ) {
    return join(previous, found)
  }
  // An older statement of the value that holds later: it held from the older one on.
  if (next !== undefined && isSameValue(next, found)) return join(next, found)
  const closes =
    previous !== undefined && holdsAt(previous, found.validFrom)
      ? [{ id: previous.id, validTo: found.validFrom }]
      : []
  if (next !== undefined && isOutdatedBy(next, found)) {
    return {
      kind: 'add',
      closes: [...closes, { id: next.id, validTo: next.validFrom }],
      validTo: null,
    }
  }
  return { kind: 'add', closes, validTo: next?.validFrom ?? null }
}

/** "I moved to Lund last month" replaces "I live in Malmö" of yesterday; "I moved to Rome in 2019" is history. */
function isOutdatedBy(next: StoredFact, { saidAt, validFrom }: StatedFact): boolean {
  const isRecent = saidAt.getTime() - validFrom.getTime() <= MAX_BACKDATED_MS
  return isRecent && next.validTo === null && next.saidAt < saidAt && next.validFrom <= saidAt
}

function addBeside(
  slot: readonly StoredFact[],
  ofSubject: readonly StoredFact[],
  found: StatedFact,
): Supersession {
  const same = slot.find(
    (fact) =>
      isSameValue(fact, found) &&
      (holdsAt(fact, found.validFrom) || fact.validFrom > found.validFrom),
  )
  if (same !== undefined) return join(same, found)
  const opposite = OPPOSITE[found.attribute]
  const contradicted = ofSubject.filter(
    (fact) => fact.attribute === opposite && isSameText(fact.value, found.value),
  )
  const later = contradicted.find(({ validFrom }) => validFrom > found.validFrom)
  return {
    kind: 'add',
    closes: contradicted
      .filter((fact) => fact.validFrom <= found.validFrom && holdsAt(fact, found.validFrom))
      .map(({ id }) => ({ id, validTo: found.validFrom })),
    validTo: later?.validFrom ?? null,
  }
}

function endedBy(ofSubject: readonly StoredFact[], found: StatedFact): ClosedFact[] {
  return (
    ofSubject
      .filter((fact) => fact.attribute === found.attribute && fact.key === found.key)
      .filter((fact) => holdsAt(fact, found.saidAt))
      // "From Monday until Friday": both are ahead.
      .filter(({ validFrom }) => validFrom <= found.saidAt || validFrom < found.validFrom)
      .filter(({ value }) =>
        found.attribute === 'note'
          ? value === found.value
          : isPartOf(found.value, value) || isPartOf(value, found.value),
      )
      .map(({ id, validFrom }) => ({
        id,
        validTo: found.validFrom > validFrom ? found.validFrom : found.saidAt,
      }))
  )
}

function sharesSlot(a: StatedFact, b: StatedFact): boolean {
  if (a.attribute !== b.attribute || a.key !== b.key) return false
  if (!BY_MATTER.includes(a.attribute) || b.about.kind === 'thing') return true
  return isSameValue(a, b) || isSameMatter(a, b) || REPLACES.test(b.value)
}

function isOneAtATime({ attribute, key }: StatedFact): boolean {
  if (attribute === 'relation') return key !== null && ONE_AT_A_TIME.test(key)
  return isSingleValued(attribute)
}

function isSameValue(known: StatedFact, found: StatedFact): boolean {
  // "Can make" and "can't make Saturday" differ in words that otherwise carry nothing.
  if (BY_MATTER.includes(found.attribute)) return isSameWording(known.value, found.value)
  // A sentence is not repeated by a longer or shorter one.
  if (found.attribute === 'note') return known.value === found.value
  if (isSameText(known.value, found.value)) return true
  // "Friday" after "Friday at 7" repeats it; the other way round it is more precise, so an update.
  if (isPartOf(found.value, known.value)) return true
  return WIDENS.includes(found.attribute) && isPartOf(known.value, found.value)
}

const holdsAt = ({ validTo }: StatedFact, at: Date) => validTo === null || validTo > at

function join(known: StoredFact, found: StatedFact): Supersession {
  return {
    kind: 'join',
    id: known.id,
    messageIds: [...new Set([...known.messageIds, ...found.messageIds])],
    confidence: raised(known, found),
    validFrom: new Date(Math.min(known.validFrom.getTime(), found.validFrom.getTime())),
  }
}

function raised(a: StatedFact, b: StatedFact): number {
  return Math.min(MAX_CONFIDENCE, Math.max(a.confidence, b.confidence) + RAISE)
}
