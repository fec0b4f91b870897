import type { FactSubject } from '../../../domain/fact.ts'
import type { PersonId } from '../../../domain/ids.ts'
import { isStopWord } from '../../../text/stop-words.ts'
import { type CompiledLanguage, type CompiledRule, isTried, type RuleForm, type RuleNeeds } from './compile-rules.ts'
import { type CleanValue, cleanValue } from './clean-value.ts'
import { leadingName, type NameIndex, resolveName } from './resolve-name.ts'
import { type Clause, lowerCase } from './split-clauses.ts'

/** Who speaks, and whom names mean. */
export type Speaker = {
  readonly id: PersonId
  readonly name: string
  readonly names: NameIndex
  /** What the message names: most name neither, and rules that need one are not tried on them. */
  readonly mentions: RuleNeeds
}

/** A rule that matched a clause: about whom, and the parts of the clause as they were typed. */
export type RuleMatch = {
  readonly rule: CompiledRule
  readonly about: FactSubject
  readonly value: string
  /** What was cut off the value and the clause: "last week". */
  readonly tail: string
  readonly key: string | null
  readonly ends: boolean
  /** Told by the author about what another person said. */
  readonly isReported: boolean
  /** The statement without greetings and "Ann says". */
  readonly statement: string
}

type Part = { readonly text: string; readonly lower: string }
type Found = {
  readonly rule: CompiledRule
  readonly parts: ReadonlyMap<string, string>
  readonly clean: CleanValue
}
type Subject = {
  readonly about: FactSubject
  readonly forms: readonly RuleForm[]
  readonly rest: Part
  readonly isKnown: boolean
}

const MAX_OPENERS = 4
const MAX_TAILS = 2
/** Words that begin a sentence with a capital letter and are no name. */
const NO_NAME =
  /^(?:everyone|everybody|someone|somebody|nobody|anyone|people|one|he|she|it|this|that|these|those|there|they|you|who|what|everything|nothing|all|alle|jeder|jemand|niemand|man|er|sie|es|das|dies|wer|todos|nadie|alguien|él|ella|eso|esto|quien|все|всё|он|она|оно|это|кто|никто|все|усі|всі|він|вона|воно|це|хто|ніхто|tout|tous|il|elle|ce|on|lui|lei|tutti|ele|ela|isso|dat|dit|hij|zij|iedereen|to|on|ona|ten|o|bu|şu|herkes)$/u

/** A pronoun, a verb of saying or a sentence's end inside a name of a thing: it was cut out of something longer. */
const NO_THING =
  /^\d|\d{3}|…|[.!] |(?:^| )(?:i|it|he|she|you|u|your|ur|they|we|us|me|says?|said|thinks?|if|who|what|when|where|how|why|not|ich|er|sie|ihr|du|dein|wir|que|yo|tu|él|ella|я|ты|он|она|они|мы|вы|что|как|если|ти|він|вона|вони|ми|ви|що|як|якщо)(?: |$)/u

/** What a clause states, by the first rule that fits; null if none does. */
export function matchClause(clause: Clause, language: CompiledLanguage, speaker: Speaker): RuleMatch | null {
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
function matchTrimmed(part: Part, language: CompiledLanguage, context: Context): Stated | null {
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

type Context = { readonly speaker: Speaker; readonly reporter: FactSubject | null }
type Stated = Omit<RuleMatch, 'isReported' | 'statement'>

function matchPart(part: Part, language: CompiledLanguage, context: Context): Stated | null {
  return matchFree(part, language, context) ?? matchSubject(part, language, context)
}

/** Rules with a subject of their own: "the deadline is Friday", "my birthday is 3 May". */
function matchFree(part: Part, language: CompiledLanguage, { speaker, reporter }: Context): Stated | null {
  const found = firstMatch(part, language, { forms: ['free'], isKnown: true }, speaker)
  if (found === null) return null
  const { rule, parts } = found
  const my = parts.get('my')
  // "Ann says my flight is at 9" is told by Ann; "my" is still the author.
  const about = ((): FactSubject | null => {
    const who = parts.get('who')
    if (who !== undefined) return personOf(who, language, speaker, rule)
    const thing = parts.get('thing')
    if (thing !== undefined) return thingOf(thing, my !== undefined, language, speaker)
    if (rule.ofGroup) return { kind: 'group' }
    return reporter === null ? speakerOf(speaker) : null
  })()
  return about && statedBy(found, about, language)
}

function matchSubject(part: Part, language: CompiledLanguage, context: Context): Stated | null {
  for (const subject of subjectsOf(part, language, context)) {
    const { rest } = subject
    const adverbs = language.adverb.exec(rest.lower)?.[0].length ?? 0
    const found =
      firstMatch(rest, language, subject, context.speaker) ??
      (adverbs > 0 ? firstMatch(dropStart(rest, adverbs), language, subject, context.speaker) : null)
    if (found === null) continue
    const isGroup = found.rule.ofGroup && subject.forms.includes('we')
    return statedBy(found, isGroup ? { kind: 'group' } : subject.about, language)
  }
  return null
}

function subjectsOf(part: Part, language: CompiledLanguage, { speaker, reporter }: Context): Subject[] {
  const after = (pattern: RegExp) => {
    const found = pattern.exec(part.lower)
    return found === null ? null : dropStart(part, found[0].length)
  }
  const self = speakerOf(speaker)
  if (reporter !== null) {
    // "Ann says she is vegan" is about Ann; "Ann says I am vegan" states nothing about the author.
    const rest = after(language.pronounSubject)
    if (rest !== null) return [{ about: reporter, forms: ['other'], rest, isKnown: true }]
  } else {
    const afterI = after(language.iSubject)
    if (afterI !== null) return [{ about: self, forms: ['i', 'withI'], rest: afterI, isKnown: true }]
    const afterWe = after(language.weSubject)
    if (afterWe !== null) return [{ about: self, forms: ['we'], rest: afterWe, isKnown: true }]
  }
  const subjects: Subject[] = []
  const kin = language.kinSubject.exec(part.lower)
  if (kin !== null) {
    const name = part.text.slice(0, kin[0].length).trim()
    const about = thingOf(name, true, language, speaker)
    const rest = dropStart(part, kin[0].length)
    if (about !== null) subjects.push({ about, forms: ['other'], rest, isKnown: true })
  }
  const named = namedSubject(part, speaker)
  if (named !== null) subjects.push(named)
  if (language.dropsPronouns && reporter === null) {
    subjects.push({ about: self, forms: ['i'], rest: part, isKnown: true })
    subjects.push({ about: self, forms: ['we'], rest: part, isKnown: true })
  }
  return subjects
}

/** A person's name as subject: a known one in any case, an unknown one with a capital letter. */
function namedSubject(part: Part, speaker: Speaker): Subject | null {
  const known = leadingName(part.lower, speaker.names)
  if (known !== null) {
    const length = known.length + (part.lower.startsWith('@') ? 1 : 0)
    if (part.lower[length] !== ' ') return null
    const name = part.text.slice(0, length).replace(/^@/u, '')
    const rest = dropStart(part, length + 1)
    return { about: resolveName(name, speaker.names), forms: ['other'], rest, isKnown: true }
  }
  if (part.text[0] === part.lower[0]) return null
  const name = /^\p{Lu}[\p{Ll}\p{M}'-]{1,20}(?: \p{Lu}[\p{Ll}\p{M}'-]{1,20})?(?= )/u.exec(part.text)?.[0]
  if (name === undefined) return null
  const [first = ''] = name.toLowerCase().split(' ')
  if (NO_NAME.test(first) || isStopWord(first)) return null
  const rest = dropStart(part, name.length + 1)
  return { about: resolveName(name, speaker.names), forms: ['other'], rest, isKnown: false }
}

/** "Ann says (that) …": who reports, and what. Something the author only heard is no statement. */
function reportIn(part: Part, language: CompiledLanguage, speaker: Speaker) {
  const named = namedSubject(part, speaker)
  const kin = language.kinSubject.exec(part.lower)
  const heads: { by: FactSubject | null; rest: Part }[] = []
  if (named !== null) heads.push({ by: named.about, rest: named.rest })
  if (kin !== null) {
    const by = thingOf(part.text.slice(0, kin[0].length).trim(), true, language, speaker)
    heads.push({ by, rest: dropStart(part, kin[0].length) })
  }
  for (const { by, rest } of heads) {
    const says = language.report.exec(rest.lower)
    if (says !== null && by !== null) return { by, rest: dropStart(rest, says[0].length) }
  }
  return null
}

function statedBy({ rule, parts, clean }: Found, about: FactSubject, language: CompiledLanguage): Stated {
  const relation = parts.get('rel')
  const key = rule.key ?? (relation === undefined ? null : lowerCase(withoutArticle(relation, language)))
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
      const found = rule.patterns[form]?.exec(part.lower)
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

const speakerOf = ({ id, name }: Speaker): FactSubject => ({ kind: 'person', personId: id, name })

function personOf(who: string, language: CompiledLanguage, speaker: Speaker, rule: CompiledRule): FactSubject | null {
  const subject = resolveName(who, speaker.names)
  const isKnown = speaker.names.ids.has(lowerCase(who))
  if (isKnown) return subject
  if (rule.names === 'known' || !/^\p{Lu}/u.test(who)) return null
  const lower = lowerCase(who)
  return NO_NAME.test(lower) || isStopWord(lower) || language.nothing.test(lower) ? null : subject
}

/** A thing by its name without article or possessive; null for a pronoun. */
function thingOf(typed: string, isMine: boolean, language: CompiledLanguage, speaker: Speaker): FactSubject | null {
  const name = withoutArticle(typed, language)
  const lower = lowerCase(name)
  if (name.length < 2 || NO_NAME.test(lower) || language.nothing.test(lower)) return null
  if (name.split(' ').length > 5 || NO_THING.test(lower) || speaker.names.ids.has(lower)) return null
  return { kind: 'thing', name, of: isMine ? speaker.id : null }
}

function withoutArticle(typed: string, { article, my }: CompiledLanguage): string {
  const possessive = new RegExp(`^(?:${my}) `, 'u')
  const trimmed = typed.trim()
  for (const start of [possessive, article]) {
    const found = start.exec(lowerCase(trimmed))
    if (found !== null) return trimmed.slice(found[0].length)
  }
  return trimmed
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

function dropStart({ text, lower }: Part, length: number): Part {
  return { text: text.slice(length), lower: lower.slice(length) }
}
