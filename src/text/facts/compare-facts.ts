import type { FactSubject, StatedFact } from '../../domain/fact.ts'
import { isStopWord } from '../stop-words.ts'
import { termOf } from '../terms.ts'
import { wordsOf } from '../words.ts'
import { namesTime } from './when-words.ts'

/** True if both are about the same person or thing. A name without an id is never a person with one. */
export function isSameSubject(a: FactSubject, b: FactSubject): boolean {
  if (a.kind === 'group') return b.kind === 'group'
  if (a.kind === 'person') {
    if (b.kind !== 'person') return false
    if (a.personId !== null || b.personId !== null) return a.personId === b.personId
    return a.name.toLowerCase() === b.name.toLowerCase()
  }
  return b.kind === 'thing' && a.of === b.of && isSameText(a.name, b.name)
}

/** True if two values say the same, word order and inflection aside. */
export function isSameText(a: string, b: string): boolean {
  const [left, right] = [termsIn(a), termsIn(b)]
  return left.size === right.size && includesAll(left, right)
}

/** True if two phrases have the same words, small ones included. */
export function isSameWording(a: string, b: string): boolean {
  return wordsOf(a).join(' ') === wordsOf(b).join(' ')
}

/** True if `value` says nothing that `wider` does not say: "Friday" and "Friday at 7". */
export function isPartOf(value: string, wider: string): boolean {
  return includesAll(termsIn(wider), termsIn(value))
}

/** True if two plans, decisions or absences concern one matter: a subject word, or for absences a day, in common. */
export function isSameMatter(a: StatedFact, b: StatedFact): boolean {
  const byDay = a.attribute === 'availability'
  const matter = ({ value }: StatedFact) =>
    [...termsIn(value)].filter((term) => byDay === (namesTime(term) || /^\d+$/.test(term)))
  const other = new Set(matter(b))
  return matter(a).some((term) => other.has(term))
}

/** A key that two values share if they say the same (isSameText). */
export function valueKeyOf(value: string): string {
  return [...termsIn(value)].sort().join(' ')
}

/** True if two texts have a telling word in common, inflection aside. */
export function sharesWord(a: string, b: string): boolean {
  const other = termsIn(b)
  return [...termsIn(a)].some((term) => other.has(term))
}

/** How many words of a text, small ones aside, another text does not have. */
export function countMissingWords(text: string, other: string): number {
  const said = termsIn(other)
  return [...termsIn(text)].filter((term) => !said.has(term)).length
}

function termsIn(text: string): Set<string> {
  const words = wordsOf(text)
  const telling = words.filter((word) => !isStopWord(word))
  return new Set((telling.length > 0 ? telling : words).map(termOf))
}

function includesAll(all: ReadonlySet<string>, some: ReadonlySet<string>): boolean {
  for (const one of some) if (!all.has(one)) return false
  return true
}

/** A key that two subjects share if they are the same (isSameSubject). */
export function subjectKeyOf(about: FactSubject): string {
  if (about.kind === 'group') return 'group'
  if (about.kind === 'person') {
    return about.personId === null ? `name ${about.name.toLowerCase()}` : `person ${about.personId}`
  }
  return `thing ${about.of ?? ''} ${[...termsIn(about.name)].sort().join(' ')}`
}
