import type { FactSubject } from '../../../domain/fact.ts'
import { type CleanValue, cleanValue } from './clean-value.ts'
import {
  type CompiledLanguage,
  type CompiledRule,
  isTried,
  type RuleForm,
} from './compile-rules.ts'
import { type MatchContext, reportIn, subjectsOf } from './find-subject.ts'
import { authorSubject, personOf, type Speaker, thingOf, withoutArticle } from './name-subject.ts'
import { type Clause, dropStart, lowerCase, type Part } from './split-clauses.ts'

/** A rule that matched a clause: about whom, and the parts of the clause as they were typed. */
export type RuleMatch = {
  readonly rule: CompiledRule
  readonly about: FactSubject
  readonly value: string
  /** What was cut off the value and the clause: "last week". */
  readonly tail: string
  readonly key: string | null
  readonly ends: boolean
  /** Reported speech: the author repeats another person. */
  readonly isReported: boolean
  /** The statement without greetings and "Ann says". */
  readonly statement: string
}

type Found = {
  readonly rule: CompiledRule
  readonly parts: ReadonlyMap<string, string>
  readonly clean: CleanValue
}

const MAX_OPENERS = 4
const MAX_TAILS = 2

/** What a clause states, by the first rule that fits; null if none does. */
export function matchClause(
  clause: Clause,
  language: CompiledLanguage,
  speaker: Speaker,
): RuleMatch | null {
  const opened = withoutOpeners(clause, language)
  const report = reportIn(opened, language, speaker)
  const part = report?.rest ?? opened
  if (part.lower === '' || part.lower.length > 160) return null
  const context = { speaker, reporter: report?.by ?? null }
  const stated = matchTrimmed(part, language, context)
  if (stated !== null) return { ...stated, isReported: report !== null, statement: part.text }
  const affirmed = withoutNegation(part, language)
  const ended = affirmed === null ? null : matchTrimmed(affirmed, language, context)
  if (ended === null || ended.ends) return null
  return { ...ended, ends: true, isReported: report !== null, statement: part.text }
}

/** Matches the clause, or what is left of it without "since 2020" and "btw" at its end. */
function matchTrimmed(
  part: Part,
  language: CompiledLanguage,
  context: MatchContext,
): Stated | null {
  let rest = part
  for (let i = 0; i <= MAX_TAILS; i++) {
    const stated = matchPart(rest, language, context)
    if (stated !== null) {
      return { ...stated, tail: `${stated.tail} ${part.text.slice(rest.text.length)}`.trim() }
    }
    const tail = language.tail.exec(rest.lower)
    if (tail === null || tail.index === 0) return null
    rest = { text: rest.text.slice(0, tail.index), lower: rest.lower.slice(0, tail.index) }
  }
  return null
}

type Stated = Omit<RuleMatch, 'isReported' | 'statement'>

function matchPart(part: Part, language: CompiledLanguage, context: MatchContext): Stated | null {
  return matchFree(part, language, context) ?? matchSubject(part, language, context)
}

/** Rules with a subject of their own: "the deadline is Friday", "my birthday is 3 May". */
function matchFree(
  part: Part,
  language: CompiledLanguage,
  { speaker, reporter }: MatchContext,
): Stated | null {
  const found = firstMatch(part, language, { forms: ['free'], isKnown: true }, speaker)
  if (found === null) return null
  const { rule, parts } = found
  const my = parts.get('my')
  // "Ann says my flight is at 9" reports Ann; "my" is still the author.
  const about = ((): FactSubject | null => {
    const who = parts.get('who')
    if (who !== undefined) return personOf(who, language, speaker, rule)
    const thing = parts.get('thing')
    if (thing !== undefined) return thingOf(thing, my !== undefined, language, speaker)
    if (rule.ofGroup) return { kind: 'group' }
    return reporter === null ? authorSubject(speaker) : null
  })()
  if (about === null || (speaker.isCommanding && about.kind !== 'person')) return null
  return statedBy(found, about, language)
}

function matchSubject(
  part: Part,
  language: CompiledLanguage,
  context: MatchContext,
): Stated | null {
  for (const subject of subjectsOf(part, language, context)) {
    const { rest } = subject
    const adverbs = language.adverb.exec(rest.lower)?.[0].length ?? 0
    const found =
      firstMatch(rest, language, subject, context.speaker) ??
      (adverbs > 0
        ? firstMatch(dropStart(rest, adverbs), language, subject, context.speaker)
        : null)
    if (found === null) continue
    const isGroup = found.rule.ofGroup && subject.forms.includes('we')
    return statedBy(found, isGroup ? { kind: 'group' } : subject.about, language)
  }
  return null
}

function statedBy(
  { rule, parts, clean }: Found,
  about: FactSubject,
  language: CompiledLanguage,
): Stated {
  const relation = parts.get('rel')
  const key =
    rule.key ?? (relation === undefined ? null : lowerCase(withoutArticle(relation, language)))
  return { rule, about, ...clean, key, ends: rule.ends === true }
}

function firstMatch(
  part: Part,
  language: CompiledLanguage,
  { forms, isKnown }: { readonly forms: readonly RuleForm[]; readonly isKnown: boolean },
  { mentions }: Speaker,
): Found | null {
  const open = forms.filter((form) => language.gate(form, mentions).test(part.lower))
  if (open.length === 0) return null
  for (const rule of language.rules) {
    if (!isTried(rule, mentions) || (rule.names === 'known' && !isKnown)) continue
    for (const form of open) {
      const found = rule.patternOf(form)?.exec(part.lower)
      if (!found) continue
      const spans = Object.entries(found.indices?.groups ?? {})
      const parts = spans.flatMap(([name, span]) =>
        span === undefined
          ? []
          : [[name.replace(/_\d+$/u, ''), part.text.slice(span[0], span[1]).trim()] as const],
      )
      const named = new Map(parts)
      const clean = cleanValue(rule, named.get('value') ?? '', language)
      if (clean !== null) return { rule, parts: named, clean }
    }
  }
  return null
}

function withoutOpeners(part: Part, { opener }: CompiledLanguage): Part {
  let rest: Part = part
  for (let i = 0; i < MAX_OPENERS; i++) {
    const found = opener.exec(rest.lower)
    if (found === null || found[0].length === rest.lower.length) return rest
    rest = dropStart(rest, found[0].length)
  }
  return rest
}

function withoutNegation(part: Part, { not }: CompiledLanguage): Part | null {
  const spans = [...part.lower.matchAll(not)]
  if (spans.length === 0) return null
  let text = part.text
  for (const found of spans.toReversed()) {
    text = text.slice(0, found.index) + text.slice(found.index + found[0].length)
  }
  text = text.replaceAll(/ {2,}/g, ' ').trim()
  return { text, lower: lowerCase(text) }
}
