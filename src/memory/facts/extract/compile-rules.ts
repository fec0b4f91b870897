import type { FactRule, LanguageRules } from './rule.ts'
import { TIME_PATTERN } from './when-words.ts'

/* Turns the rules of a language into patterns, once, when the language is first met. */

/** The longest value; a longer one is a story and no value. */
const MAX_VALUE = 80
const SHARED_MACROS: Readonly<Record<string, string>> = {
  time: TIME_PATTERN,
  v: `(?<value>.{1,${MAX_VALUE}})`,
  thing: '(?<thing>[^:;"]{2,45}?)',
  who: "(?<who>[\\p{L}\\p{M}'.-]{2,30})",
  currency:
    '(?:€|\\$|£|¥|₴|₽|zł|₺|euros?|eur|dollars?|dólares|bucks|usd|pounds?|quid|gbp|pesos?|soles|rub(?:les)?|рубл[а-я]*|руб|р|грн|гривень|гривні|гривня|тыс[а-я]*|тисяч[а-я]*|к|k|zl|złotych|reais|lira|tl|元|円|원|rupees|rs)',
  money:
    '(?<value>(?:(?:about|around|only|~|etwa|rund|ca|unos|unas|около|где-то|близько|десь) ?)?(?:[€$£¥₴₽] ?\\d[\\d.,  ]{0,9}k?|\\d[\\d.,  ]{0,9}(?:k|к)? ?{currency})(?![\\p{L}\\p{N}]).{0,30})',
}
const WORD_END = '(?![\\p{L}\\p{M}\\p{N}])'

export type RuleForm = 'i' | 'withI' | 'we' | 'other' | 'free'
export type CompiledRule = FactRule & {
  readonly patterns: Readonly<Record<RuleForm, RegExp | null>>
}

export type CompiledLanguage = Omit<LanguageRules, 'rules'> & {
  readonly rules: readonly CompiledRule[]
  /** Rules of these forms at once: most clauses match none, and one pattern refuses them faster than fifty. */
  readonly gate: (form: RuleForm, needs: RuleNeeds) => RegExp
  readonly adverb: RegExp
  readonly opener: RegExp
  readonly iSubject: RegExp
  readonly weSubject: RegExp
  readonly kinSubject: RegExp
  readonly report: RegExp
  readonly pronounSubject: RegExp
  readonly asking: RegExp
  readonly guess: RegExp
  readonly not: RegExp
  readonly nothing: RegExp
  readonly tail: RegExp
  readonly article: RegExp
  readonly joint: RegExp
}

/** What a message must name for a rule to be tried on it. */
export type RuleNeeds = { readonly time: boolean; readonly number: boolean }

/** The rules of a language as patterns that match from the start of a clause to its end. */
export function compileLanguage(source: LanguageRules): CompiledLanguage {
  const skip = `(?:(?!(?:${source.negation})${WORD_END})\\p{L}+ ){0,2}?`
  const macros = { ...SHARED_MACROS, skip, my: `(?<my>(?:${source.my})) `, ...source.macros }
  const fill = (text: string) => numberGroups(fillMacros(text, macros))
  const starts = (words: string) => new RegExp(`^(?:${fill(words)})${WORD_END}[,:]? ?`, 'u')
  const anywhere = (words: string, flags = 'u') =>
    new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${fill(words)})${WORD_END}`, flags)
  const subject = (words: string) => new RegExp(`^(?:${words}) `, 'u')
  const whole = (text: string | undefined) =>
    text === undefined ? null : new RegExp(`^(?:${fill(text)})$`, 'du')
  return {
    ...source,
    rules: source.rules.map((rule) => ({
      ...rule,
      patterns: {
        i: whole(rule.i),
        withI: whole(rule.withI),
        we: whole(rule.we),
        other: whole(rule.other),
        free: whole(rule.free),
      },
    })),
    gate: makeGate(source.rules, fill),
    adverb: new RegExp(`^(?:(?:${source.adverbs}) ){1,2}`, 'u'),
    opener: new RegExp(`^(?:${source.openers}|@\\S{1,40})${WORD_END}[,:]? ?`, 'u'),
    iSubject: subject(source.i),
    weSubject: subject(source.we),
    kinSubject: new RegExp(
      `^(?:(?:${source.my}) )?(?<kin>(?:\\p{L}{2,12} )?(?:${source.kin})${WORD_END}) `,
      'u',
    ),
    report: new RegExp(`^(?:${source.says})${WORD_END} ?`, 'u'),
    pronounSubject: subject(source.heShe),
    asking: starts(source.asks),
    guess: anywhere(source.hypothetical),
    not: anywhere(source.negation, 'gu'),
    nothing: starts(source.empty),
    tail: new RegExp(`[ ,]+(?:${fill(source.tails)})$`, 'u'),
    article: new RegExp(`^(?:${source.articles}) `, 'u'),
    joint: jointOf(source),
  }
}

/** True if a rule can match a message that names a time or a number, or neither. */
export function isTried({ when, attribute }: FactRule, { time, number }: RuleNeeds): boolean {
  return (!when || time) && (attribute !== 'price' || number)
}

function makeGate(rules: readonly FactRule[], fill: (text: string) => string) {
  const gates = new Map<string, RegExp>()
  return (form: RuleForm, needs: RuleNeeds) => {
    const key = `${form}${needs.time}${needs.number}`
    const known = gates.get(key)
    if (known !== undefined) return known
    const patterns = rules
      .filter((rule) => isTried(rule, needs))
      .flatMap((rule) => rule[form] ?? [])
    const unnamed = patterns.map((text) => fill(text).replaceAll(/\(\?<[a-zA-Z_\d]+>/g, '(?:'))
    const gate = new RegExp(`^(?:${unnamed.length === 0 ? '(?!)' : unnamed.join('|')})$`, 'u')
    gates.set(key, gate)
    return gate
  }
}

/** Where a sentence is cut into clauses; the group `sub` marks a clause that states nothing by itself. */
function jointOf({ joins, subordinates, i, we, my }: LanguageRules): RegExp {
  const first = `(?:${[i, we, my].filter((words) => words !== '').join('|')})${WORD_END}`
  return new RegExp(
    `[,;] ?(?<subAfterComma>(?:${subordinates}) )?| [-–—]{1,2} |[。，；、！？]| (?<sub>(?:${subordinates})) | (?:${joins}) (?=${first})| (?:${joins.split('|').at(-1) ?? 'but'}) `,
    'gu',
  )
}

function fillMacros(text: string, macros: Readonly<Record<string, string>>): string {
  const filled = text.replaceAll(/\{([a-zA-Z]+)\}/g, (whole, name: string) => macros[name] ?? whole)
  return filled === text ? text : fillMacros(filled, macros)
}

/** A pattern may name a group once only: the second "value" becomes "value_2". Readers cut the number off. */
function numberGroups(pattern: string): string {
  let count = 0
  return pattern.replaceAll(/\(\?<([a-zA-Z]+)>/g, (_, name: string) => `(?<${name}_${++count}>`)
}
