import { wordsOf } from '../words.ts'

/* The language of a question, guessed cheaply: by the script, and where many languages share one by their small
 * words: the language with most of them wins. A letter only one language uses counts as a word. Enough to pick the
 * right list of question words; a question of one name has no language, and gets none. */

/** Languages we have lists for, then those identified by their script alone. */
export type Language =
  | ('en' | 'de' | 'fr' | 'es' | 'pt' | 'it' | 'pl' | 'tr' | 'ru' | 'uk' | 'zh' | 'ja')
  | ('ko' | 'th' | 'ar' | 'he' | 'el' | 'hi')

const LATIN = {
  en: `the is are was were what when where who whose why how which does did do can could would should
    will has have this that these those it its they them there here with from about for and or not you
    your we our my of to on at by be an any if than then please thanks anyone whats i in me so a as before
    after while`,
  de: `der die das den dem des ein eine einen einem ist sind war wer was wann wo warum wieso wie welche
    welcher welches kann kannst könnt könntest haben hat hast nicht und oder mit für von auf bei zu zum
    zur wir ihr ich du sie es uns euch gibt wird auch noch schon heute morgen bitte wenn nach im dieser
    diese dieses davon dazu dasselbe`,
  fr: `le la les un une des du de est sont qui que quoi quand où pourquoi comment combien quel quelle dans
    avec pour sur pas nous vous je tu il elle on ce cette ces mon notre votre et ou mais quest cest jai
    ça cela celui celle même quelquun aujourdhui demain à au aux`,
  es: `el la los las un una es son está están qué quién cuándo dónde cómo cuánto cuál que quien cuando
    donde como cuanto cual por para con de del en y o pero no se su mi tu hay tiene tienen puede puedes
    alguien hoy mañana a eso ese esa esto este esta mismo ellos ellas él`,
  pt: `o a os as um uma é são está estão que quem quando onde como quanto qual por para com de do da dos
    das em no na e ou mas não se seu sua meu tem alguém hoje amanhã você vocês isso isto esse essa
    aquilo mesmo ele ela eles elas foi vai`,
  it: `il lo la i gli le un una è sono che chi cosa quando dove perché come quanto quale di del della dei
    delle da in con per su non e o ma si mi ti ci ha hanno questo questa quello quella oggi domani
    qualcuno stesso a lui lei loro cè nel alla`,
  pl: `jest są co kto kiedy gdzie dlaczego czemu jak ile który która które czy nie tak na do z ze w we od
    dla po się to ten ta te tego tym jutro dziś dzisiaj ktoś mamy macie możesz proszę o i a samo oni ona`,
  tr: `bir bu şu ve ile için ne neden nasıl kim nerede kaç kaçta mi mı mu mü var yok değil ben sen biz siz
    bugün yarın çok daha kadar gibi saat hangi zaman misin mısın musun onu bunu aynı peki`,
} as const

const CYRILLIC = {
  ru: `и в на не что это как кто где когда почему зачем сколько какой какая какие есть ли у мы вы он она
    они с по для из от до а но или то же так его её их сегодня завтра кто-нибудь можно если был была были
    этот эта эти`,
  uk: `і в на не що це як хто де коли чому навіщо скільки який яка які є чи у ми ви він вона вони з по для
    від до а але або те так його її їх сьогодні завтра хтось можна якщо був була були цей ця ці та й про`,
} as const

/** Letters that only one language of the script uses, or hardly any other. */
const LETTERS: readonly (readonly [RegExp, Language])[] = [
  [/[ßä]/u, 'de'],
  [/[ñ¿¡]/u, 'es'],
  [/[ãõ]/u, 'pt'],
  [/[łśżźęąń]/u, 'pl'],
  [/[ğış]/u, 'tr'],
  [/[œûî]/u, 'fr'],
  [/[ыэъё]/u, 'ru'],
  [/[іїєґ]/u, 'uk'],
]

const SCRIPTS: readonly (readonly [RegExp, Language])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Han}/gu, 'zh'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Thai}/gu, 'th'],
  [/\p{Script=Arabic}/gu, 'ar'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Devanagari}/gu, 'hi'],
]

const LANGUAGES_OF = languagesByWord({ ...LATIN, ...CYRILLIC })

/** For each word, the languages that have it. */
function languagesByWord(lists: Record<string, string>): ReadonlyMap<string, readonly Language[]> {
  const languages = new Map<string, Language[]>()
  for (const [language, list] of Object.entries(lists)) {
    for (const word of new Set(list.split(/\s+/))) {
      languages.set(word, [...(languages.get(word) ?? []), language as Language])
    }
  }
  return languages
}

/** The languages a text may be in: one if it is clear, several that are as likely, none if unknown. */
export function likelyLanguages(text: string): readonly Language[] {
  const byScript = ofOneScript(text)
  if (byScript !== null) return [byScript]
  const folded = text.normalize('NFC').toLowerCase()
  const score = new Map<Language, number>()
  const add = (language: Language) => score.set(language, (score.get(language) ?? 0) + 1)
  for (const word of wordsOf(folded)) LANGUAGES_OF.get(word)?.forEach(add)
  for (const [letters, language] of LETTERS) if (letters.test(folded)) add(language)
  const best = Math.max(0, ...score.values())
  return [...score].filter(([, points]) => points === best).map(([language]) => language)
}

/** The one language of a script that most of the letters are in; null for Latin and Cyrillic. */
function ofOneScript(text: string): Language | null {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  const found = SCRIPTS.map(([pattern, language]) => ({ language, count: count(pattern) }))
  const japanese = found[0]?.count ?? 0
  const chinese = found[1]?.count ?? 0
  // Kana are never Chinese, Han letters may be Japanese.
  if (japanese > 0 && (japanese + chinese) * 2 > letters) return 'ja'
  return found.find((script) => script.count * 2 > letters)?.language ?? null
}
