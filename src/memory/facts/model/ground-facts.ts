import type { FactAttribute, FactLine, FactSubject, StatedFact } from '../../../domain/fact.ts'
import type { MessageId, PersonId } from '../../../domain/ids.ts'
import { sharesWord } from '../../../text/facts/compare-facts.ts'
import { meantText } from '../extract/meant-text.ts'
import { isNoName } from '../extract/name-subject.ts'
import {
  mentionsName,
  mentionsPerson,
  type NameIndex,
  resolveName,
} from '../extract/resolve-name.ts'
import type { ShownFactLines } from './facts-prompt.ts'
import type { ModelFact } from './read-facts-reply.ts'

/* A model invents, and a line may ask it to. So a fact of a model counts only as far as its lines bear it out: they exist,
 * are one person's, who said so, and state its value and its subject in that person's own words. */

/** A statement, and whether its lines say it or it only follows from them. */
export type GroundedFact = StatedFact & { readonly isInferred: boolean }

/** What facts are checked against. */
export type FactEvidence = {
  readonly shown: Pick<ShownFactLines, 'lines' | 'people'>
  /** The lines that facts are taken from; the others were read before. */
  readonly unread: ReadonlySet<MessageId>
  readonly unmeant: ReadonlySet<MessageId>
  readonly names: NameIndex
  /** True for a text that is unchanged as far as models and memory may see it. */
  readonly isClean: (text: string, lines: readonly FactLine[]) => boolean
}

const CONFIDENCE = { least: 0.5, explicit: 0.85, inferred: 0.6 } as const
/** Attributes with several values that a key tells apart, in the rules too. */
const KEYED: readonly FactAttribute[] = ['relation', 'contact', 'preference', 'dislike', 'other']
const DAY_MS = 24 * 3_600_000

/** The statements of one fact: it and, if it ended, its end; none if its lines do not bear it out. */
export function groundFact(fact: ModelFact, evidence: FactEvidence): GroundedFact[] {
  const { shown, unread, unmeant } = evidence
  const numbers = [...new Set(fact.lines)].sort((a, b) => a - b)
  const lines = numbers.flatMap((number) => shown.lines[number - 1] ?? [])
  const [first] = lines
  const last = lines.at(-1)
  const speaker = shown.people.get(fact.said_by)
  if (first === undefined || last === undefined || lines.length < numbers.length) return []
  if (lines.some(({ authorId }) => authorId !== speaker?.id)) return []
  if (lines.some(({ messageId }) => unmeant.has(messageId))) return []
  if (!lines.some(({ messageId }) => unread.has(messageId))) return []
  const meant = lines.map(({ text }) => meantText(text)).join('\n')
  const about = subjectOf(fact, first, meant, evidence)
  const text = withNames(fact.text, shown.people)
  if (about === null || fact.confidence < CONFIDENCE.least) return []
  if (about.kind === 'person' && !mentionsName(text, about.name)) return []
  if (!sharesWord(fact.value, meant) || !sharesWord(text, `${fact.value}\n${meant}`)) return []
  if (![fact.value, text, fact.key ?? ''].every((part) => evidence.isClean(part, lines))) return []
  const stated = {
    ...{ about, attribute: fact.attribute, value: fact.value, text },
    key: KEYED.includes(fact.attribute) ? (fact.key?.toLowerCase() ?? null) : null,
    ...{ saidBy: first.authorId, saidAt: last.sentAt, validTo: null },
    messageIds: lines.map(({ messageId }) => messageId),
    confidence: Math.min(
      fact.confidence,
      fact.explicit ? CONFIDENCE.explicit : CONFIDENCE.inferred,
    ),
    isInferred: !fact.explicit,
  }
  return periodsOf(fact, last.sentAt).map((period) => ({ ...stated, ...period }))
}

/** Whom it is about, if the lines name them: their author needs no name. */
function subjectOf(
  { subject }: ModelFact,
  { authorId }: FactLine,
  meant: string,
  { shown, names }: FactEvidence,
): FactSubject | null {
  const isNamed = (id: PersonId) => id === authorId || mentionsPerson(meant, id, names)
  if (subject.kind === 'group') return { kind: 'group' }
  if (subject.kind === 'thing') {
    const owner = subject.owner == null ? null : (shown.people.get(subject.owner) ?? undefined)
    if (owner === undefined || (owner !== null && !isNamed(owner.id))) return null
    if (!sharesWord(subject.name, meant)) return null
    return { kind: 'thing', name: subject.name, of: owner?.id ?? null }
  }
  if ('person' in subject) {
    const person = shown.people.get(subject.person)
    if (person === undefined || !isNamed(person.id)) return null
    return { kind: 'person', personId: person.id, name: person.name }
  }
  if (isNoName(subject.name.toLowerCase()) || !mentionsName(meant, subject.name)) return null
  return resolveName(subject.name, names)
}

/**
 * From when on it holds, and its end as a statement of its own, as for "no longer". What ended before it was said without
 * a beginning is an end only.
 */
function periodsOf(
  { from, until }: ModelFact,
  saidAt: Date,
): Pick<StatedFact, 'validFrom' | 'ends'>[] {
  const today = saidAt.toISOString().slice(0, 10)
  const startOf = (day: string) => new Date(`${day}T00:00:00Z`)
  const validFrom = from == null || from === today ? saidAt : startOf(from)
  const holds = { validFrom, ends: false }
  if (until == null) return [holds]
  // The day itself is part of the period, unless it was over when that was said.
  const end =
    until > today
      ? new Date(startOf(until).getTime() + DAY_MS)
      : until === today
        ? saidAt
        : startOf(until)
  const ending = { validFrom: end, ends: true }
  return validFrom < end ? [holds, ending] : [ending]
}

/** A sentence with names for the codes of people. */
function withNames(text: string, people: ShownFactLines['people']): string {
  return text.replaceAll(
    /(?<![\p{L}\p{N}])P\d{1,4}(?![\p{L}\p{N}])/gu,
    (code) => people.get(code)?.name ?? code,
  )
}
