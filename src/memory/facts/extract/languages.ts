import { type Language, likelyLanguages } from '../../../text/query/query-language.ts'
import { type CompiledLanguage, compileLanguage } from './compile-rules.ts'
import type { FactLanguage, LanguageRules } from './rule.ts'
import { ASIAN_RULES } from './rules/asian.ts'
import { ENGLISH_RULES } from './rules/english.ts'
import { GERMAN_RULES } from './rules/german.ts'
import { DUTCH_RULES, POLISH_RULES, TURKISH_RULES } from './rules/latin-other.ts'
import { PORTUGUESE_RULES } from './rules/portuguese.ts'
import { FRENCH_RULES, ITALIAN_RULES } from './rules/romance.ts'
import { RUSSIAN_RULES } from './rules/russian.ts'
import { SPANISH_RULES } from './rules/spanish.ts'
import { UKRAINIAN_RULES } from './rules/ukrainian.ts'

const ALL: readonly LanguageRules[] = [
  ...[ENGLISH_RULES, GERMAN_RULES, SPANISH_RULES, RUSSIAN_RULES, UKRAINIAN_RULES],
  ...[FRENCH_RULES, ITALIAN_RULES, PORTUGUESE_RULES, DUTCH_RULES, POLISH_RULES, TURKISH_RULES],
  ...ASIAN_RULES,
]
const COMPILED = new Map<FactLanguage, CompiledLanguage>()
const LATIN: readonly FactLanguage[] = ['en', 'de', 'es', 'fr', 'it', 'pt', 'nl', 'pl', 'tr']
const CYRILLIC: readonly FactLanguage[] = ['ru', 'uk']
/** A language of more messages than this share of a chat is tried for each of its messages. */
const COMMON_SHARE = 0.2
/** Fewer messages show no common language: the rules of all languages of the script are tried. */
const MIN_TOLD = 4
/** The beginning of a message shows its language. */
const MAX_READ = 200

/** The languages a message may be in, by its beginning. */
export function messageLanguages(text: string): readonly Language[] {
  return likelyLanguages(text.slice(0, MAX_READ))
}

/** The languages that many messages of a chat are surely in. */
export function commonLanguages(likely: readonly (readonly Language[])[]): ReadonlySet<Language> {
  const counts = new Map<Language, number>()
  let told = 0
  for (const of of likely) {
    const [only] = of
    if (only === undefined || of.length > 1) continue
    told++
    counts.set(only, (counts.get(only) ?? 0) + 1)
  }
  if (told < MIN_TOLD) return new Set()
  return new Set([...counts].filter(([, count]) => count > told * COMMON_SHARE).map(([one]) => one))
}

const CYRILLIC_LETTER = /\p{Script=Cyrillic}/u
const LATIN_LETTER = /[a-z]/iu
/** Dutch is no language of the guess, so its small words are looked for here. */
const DUTCH_WORD = /(?:^| )(?:ik|mijn|wij|het|een|niet|zijn|wordt)(?: |$)/iu

/** The languages whose rules are tried on a message, likeliest first. */
export function rulesFor(
  text: string,
  likely: readonly Language[],
  common: ReadonlySet<Language>,
): CompiledLanguage[] {
  // One word states nothing where words have spaces between them.
  const isCyrillic = CYRILLIC_LETTER.test(text)
  const isLatin = !isCyrillic && LATIN_LETTER.test(text)
  if ((isCyrillic || isLatin) && !text.includes(' ')) return []
  const sameScript = isCyrillic ? CYRILLIC : isLatin ? LATIN : []
  const tried = new Set<string>([...likely, ...common])
  if (isLatin && DUTCH_WORD.test(text)) tried.add('nl')
  // A short message of another script than the chat's may be in any language of it.
  if (likely.length === 0 || !sameScript.some((one) => common.has(one as Language))) {
    for (const one of sameScript) tried.add(one)
  }
  return [...tried].flatMap((one) => compiled(one) ?? [])
}

function compiled(name: string): CompiledLanguage | null {
  const source = ALL.find(({ language }) => language === name)
  if (source === undefined) return null
  const known = COMPILED.get(source.language)
  if (known !== undefined) return known
  const made = compileLanguage(source)
  COMPILED.set(source.language, made)
  return made
}
