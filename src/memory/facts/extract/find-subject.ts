import type { FactSubject } from '../../../domain/fact.ts'
import type { CompiledLanguage, RuleForm } from './compile-rules.ts'
import { authorSubject, isNoName, type Speaker, thingOf } from './name-subject.ts'
import { leadingName, resolveName } from './resolve-name.ts'
import { dropStart, type Part } from './split-clauses.ts'

/** Who speaks, and who is quoted by the speaker. */
export type MatchContext = { readonly speaker: Speaker; readonly reporter: FactSubject | null }

/** What a clause may be about, and the rules that fit it. */
export type Subject = {
  readonly about: FactSubject
  readonly forms: readonly RuleForm[]
  readonly rest: Part
  readonly isKnown: boolean
}

/** The possible subjects of a clause, likeliest first. */
export function subjectsOf(
  part: Part,
  language: CompiledLanguage,
  { speaker, reporter }: MatchContext,
): Subject[] {
  const after = (pattern: RegExp) => {
    const found = pattern.exec(part.lower)
    return found === null ? null : dropStart(part, found[0].length)
  }
  const self = authorSubject(speaker)
  if (reporter !== null) {
    // "Ann says she is vegan" is about Ann; "Ann says I am vegan" states nothing about the author.
    const rest = after(language.pronounSubject)
    if (rest !== null) return [{ about: reporter, forms: ['other'], rest, isKnown: true }]
  } else {
    const afterI = after(language.iSubject)
    if (afterI !== null)
      return [{ about: self, forms: ['i', 'withI'], rest: afterI, isKnown: true }]
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
  const name = /^\p{Lu}[\p{Ll}\p{M}'-]{1,20}(?: \p{Lu}[\p{Ll}\p{M}'-]{1,20})?(?= )/u.exec(
    part.text,
  )?.[0]
  if (name === undefined) return null
  const [first = ''] = name.toLowerCase().split(' ')
  if (isNoName(first)) return null
  const rest = dropStart(part, name.length + 1)
  return { about: resolveName(name, speaker.names), forms: ['other'], rest, isKnown: false }
}

/** "Ann says (that) …": who reports, and what. Something the author only heard is no statement. */
export function reportIn(part: Part, language: CompiledLanguage, speaker: Speaker) {
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
