import { beginsWithTime, namesTime } from '../../../text/facts/when-words.ts'
import type { CompiledLanguage, CompiledRule } from './compile-rules.ts'
import { lowerCase } from './split-clauses.ts'

export type CleanValue = {
  readonly value: string
  /** What was cut off its end: "last week", "since March". */
  readonly tail: string
}

const MAX_WORDS = 12
const MAX_TAILS = 4
const EDGES = /^[\s"'“„«(*_~-]+|[\s"'”“»)*_~.,:;!-]+$/gu
/** A value with one of these is a sentence, or was cut out of one. */
const NO_VALUE = /…|[{}<>=\\|]|\?|(?:^|\s)(?:i|you|we|they|что|що|dass|weil)(?:$|\s)/u

/** Says that a plan replaces another, so it stays part of the value. */
const BELONGS = /instead|after all|doch|al final|всё-таки|все-таки/u
/** "going to pay" is a future tense and no journey. */
const NO_PLACE = /^going to (?!the |a |my |our )\p{Ll}/u

/** The value without trailing filler words; null if nothing is left or the rule refuses it. */
export function cleanValue(
  rule: CompiledRule,
  value: string,
  language: CompiledLanguage,
): CleanValue | null {
  if (rule.value !== undefined) return { value: rule.value, tail: value }
  let kept = value.replaceAll(EDGES, '')
  const tails: string[] = []
  for (let i = 0; i < MAX_TAILS; i++) {
    const found = language.tail.exec(lowerCase(kept))
    if (found === null || (isAboutTime(rule) && BELONGS.test(found[0]))) break
    if (isAboutTime(rule) && namesTime(found[0])) break
    tails.unshift(kept.slice(found.index).trim())
    kept = kept.slice(0, found.index).replaceAll(EDGES, '')
  }
  const lower = lowerCase(kept)
  if (!/[\p{L}\p{N}]/u.test(kept) || kept.split(' ').length > MAX_WORDS) return null
  if (NO_VALUE.test(lower) || rule.reject?.test(lower)) return null
  if (!PHRASES.includes(rule.attribute) && language.nothing.test(lower)) return null
  if (rule.when && !beginsWithTime(lower)) return null
  if (NO_PLACE.test(kept)) return null
  if (rule.proper && !/^\p{Lu}/u.test(kept)) return null
  return { value: kept, tail: tails.join(' ') }
}

/** Attributes whose value is a phrase with a verb: "can't make Saturday". */
const PHRASES: readonly string[] = ['availability', 'plan', 'decision']
/** Attributes whose value is a time: a date in the clause is the value and not the start of its validity. */
const TIMES: readonly string[] = [
  'deadline',
  'time',
  'plan',
  'availability',
  'birthday',
  'decision',
]

/** True for a rule whose dates belong to the value. */
export function isAboutTime({ attribute }: CompiledRule): boolean {
  return TIMES.includes(attribute)
}
