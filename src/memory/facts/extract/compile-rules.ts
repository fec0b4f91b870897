import { TIME_PATTERN } from '../../../text/facts/when-words.ts'
import type { FactRule, LanguageRules } from './rule.ts'

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
/** In a gate: long lists cost more to compile than what they refuse, and the rule itself checks them. */
const LOOSE_MACROS = {
  ...{ day: '.{2,40}?', time: '.{2,30}?', money: '.{1,60}' },
  skip: '(?:\\S+ ){0,2}?',
}
const WORD_END = '(?![\\p{L}\\p{M}\\p{N}])'

export type RuleForm = 'i' | 'withI' | 'we' | 'other' | 'free'
export type CompiledRule = FactRule & {
  /** Compiled when first needed: all of a language at once would take a second. */
  readonly patternOf: (form: RuleForm) => RegExp | null
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
  return {
    ...source,
    rules: source.rules.map((rule) => ({ ...rule, patternOf: lazyPatterns(rule, fill) })),
    gate: makeGate(source.rules, (text) => fillMacros(text, { ...macros, ...LOOSE_MACROS })),
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
  if (!time && (when || attribute === 'availability')) return false
  return number || !NEEDS_NUMBER.includes(attribute) || when === true
}

const NEEDS_NUMBER: readonly string[] = ['price', 'age', 'time']

function makeGate(rules: readonly FactRule[], fill: (text: string) => string) {
  const gates = new Map<string, RegExp>()
  return (form: RuleForm, needs: RuleNeeds) => {
    const key = `${form}${needs.time}${needs.number}`
    const known = gates.get(key)
    if (known !== undefined) return known
    const patterns = rules
      .filter((rule) => isTried(rule, needs))
      .flatMap((rule) => rule[form] ?? [])
    const unnamed = patterns.map((text) => loosen(fill(text)))
    const gate = new RegExp(`^(?:${unnamed.length === 0 ? '(?!)' : unnamed.join('|')})$`, 'u')
    gates.set(key, gate)
    return gate
  }
}

/** Without names of groups, and with "no space" for letters: classes of all scripts are slow to compile. */
function loosen(pattern: string): string {
  return pattern
    .replaceAll(/\(\?<[a-zA-Z]+>/g, '(?:')
    .replaceAll('(?![\\p{L}\\p{N}])', '')
    .replaceAll(/\\p\{[LMN]\}/g, '\\S')
}

function lazyPatterns(rule: FactRule, fill: (text: string) => string) {
  const made = new Map<RuleForm, RegExp>()
  return (form: RuleForm) => {
    const text = rule[form]
    if (text === undefined) return null
    const pattern = made.get(form) ?? new RegExp(`^(?:${fill(text)})$`, 'du')
    made.set(form, pattern)
    return pattern
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
