import { sentencesOf, wordsOf } from '../words.ts'
import type { Language } from './query-language.ts'

/* Whether a text asks something. A question mark shows it in any script, unless it is part of an address. Without
 * one, as chats are typed, the first words of a question show it. Turkish, Chinese and Japanese mark a question at
 * any place of the sentence. */

type Words = ReadonlySet<string>

const MARKS = /[?？؟¿⁇⸮՞\u037e]/u
const ADDRESS = /(?:https?:\/\/|www\.)\S*/giu

/** Words a question begins with; English has its own rules below. */
const FIRST_WORDS: Partial<Record<Language, string>> = {
  de: `wer wen wem wessen was wann wo woher wohin wovon womit wofür worum warum wieso weshalb wie wieviel
    welche welcher welches welchen welchem ist sind hat hast habt kann kannst könnt könntest könnten gibt
    weiß weißt wisst wird darf soll sollen sollte muss müssen magst willst stimmt`,
  fr: `qui quoi quand où pourquoi comment combien quel quelle quels quelles quest quen estce lequel laquelle
    peux pouvez sais savez`,
  es: `qué quién quiénes cuándo dónde adónde cómo cuánto cuánta cuántos cuál cuáles quien cuando donde
    cuanto cual alguien puedes puede sabes sabe hay`,
  pt: `que quem quando onde como quanto quanta quantos qual quais porquê cadê alguém pode podes sabe`,
  it: `chi cosa che quando dove perché come quanto quanta quanti quale quali qualcuno puoi potete sai sapete
    cè`,
  pl: `kto kogo co czego kiedy gdzie skąd dokąd dlaczego czemu jak ile który która które którą jaki jaka
    jakie czy ktoś możesz wiesz`,
  tr: 'ne neden niçin niye nasıl kim kimin nerede nereye nereden hangi kaç kaçta',
  ru: `кто кого что чего когда где куда откуда почему зачем как сколько какой какая какое какие какую чей
    чем чему разве неужели`,
  uk: `хто кого що чого коли де куди звідки чому навіщо як скільки який яка яке які яку чий чим чи хіба
    невже`,
}

const PERSONS = 'i you we they he she it anyone anybody someone somebody'
const NOUN_STARTS = `${PERSONS} there this that these those the your our my his her their a an`
const AUXILIARIES = `is are was were am do does did can could will would should shall has have had may might
  isnt arent wasnt doesnt didnt cant couldnt wont wouldnt shouldnt`

/* English begins statements and orders with the same words: "when I toggle it", "do the dishes", "would be nice".
 * The next word decides. Of 134 lines of gitter without a mark that begin like a question these rules leave out
 * 64; of 32 of those read, 29 were none. */
const ENGLISH: readonly { words: Words; next?: Words; notNext?: Words }[] = [
  { words: wordSet('whats whos whens wheres whys hows anyone anybody wdyt') },
  { words: wordSet('what who whom whose'), notNext: wordSet(PERSONS) },
  { words: wordSet('which'), notNext: wordSet(`${PERSONS} is was means allows makes would will`) },
  {
    words: wordSet('when where why how'),
    next: wordSet(`${AUXILIARIES} to much many long far old often come about not`),
  },
  {
    words: wordSet('is are was were does did can could would should shall'),
    notNext: wordSet('be been not have also only just never always'),
  },
  { words: wordSet('do dont am have havent may must'), next: wordSet(`${PERSONS} these those`) },
  {
    words: wordSet(`has hasnt had will might isnt arent wasnt doesnt didnt cant couldnt wont wouldnt
      shouldnt`),
    next: wordSet(NOUN_STARTS),
  },
]

/** Words that may precede the question. */
const OPENERS: Partial<Record<Language, Words>> = {
  en: wordSet(
    'hey hi hello ok okay so and but also well please pls guys all everyone hm hmm oh bot',
  ),
  de: wordSet('hallo hey hi na und aber also bitte leute ok bot'),
  fr: wordSet('salut bonjour et mais alors ok bot'),
  es: wordSet('hola oye y pero ok bot'),
  pt: wordSet('oi olá e mas ok bot'),
  it: wordSet('ciao allora e ma ok bot'),
  pl: wordSet('cześć hej a i ale ok bot'),
  tr: wordSet('merhaba selam peki bot'),
  ru: wordSet('привет а и но ну так ребята слушай бот'),
  uk: wordSet('привіт а і й але то бот'),
}

/** Before a noun or at the end of a clause; anywhere in the sentence. */
const ANYWHERE: Partial<Record<Language, RegExp>> = {
  zh: /[吗嗎]|呢[。!！~～\s]*$|什么|什麼|甚麼|怎么|怎麼|怎样|怎樣|为何|為何|为啥|[哪谁誰]|几点|幾點|几个|幾個|多少|多久|多远|是不是|有没有|有沒有|能不能|可不可以|会不会|會不會|要不要|何时|何時|如何/u,
  ja: /か[。．!！\s]*$|か[なね]|何[時人個故曜でをがの月日]|なに|なん[でのじ]|いつ|どこ|だれ|誰|なぜ|どうして|どう[すやし思なで]|どれ|どの|どちら|どっち|いくら|いくつ/u,
  ko: /까[요.!\s]*$|나요|니[?\s]*$|뭐|무엇|무슨|언제|어디|누구|왜|어떻게|얼마|몇/u,
  tr: /(?<!\p{L})m[iıuü](?:s[iıuü]n(?:[iıuü]z)?|y[iıuü][mz]|d[iıuü]r)?(?!\p{L})|(?<!\p{L})(?:nerede|nereye|nereden|nasıl|niçin|neden|hangi|kaçta|kaç|kim|ne zaman)(?!\p{L})/u,
  ru: /\p{L}\s+ли(?!\p{L})/u,
}

const FRENCH_TURN =
  /^(?:est-ce|\p{L}{1,20}['’]est-ce|\p{L}{1,12}-(?:t-)?(?:tu|vous|ils?|elles?|on|nous|je|ce)(?!\p{L}))/iu
/** "When you arrive, call me" asks nothing. */
const EARLY_WHEN = /^(?:when|where|quando|cuando|когда|коли)\s[^,]{5,},/iu

/** True if the text asks something, in one of the languages it may be in. */
export function asksSomething(text: string, languages: readonly Language[]): boolean {
  const said = text.replaceAll(ADDRESS, ' ')
  if (MARKS.test(said)) return true
  const known = languages.length > 0 ? languages : ALL_LANGUAGES
  return sentencesOf(said).some((sentence) => {
    const folded = sentence.normalize('NFC').toLowerCase()
    return known.some((language) => ANYWHERE[language]?.test(folded) || begins(folded, language))
  })
}

function begins(sentence: string, language: Language): boolean {
  if (EARLY_WHEN.test(sentence)) return false
  const clauses = sentence.split(/[,:–—]\s+/u, 2)
  // After a name that is addressed: "Ann, when do we leave".
  const called = (clauses[0]?.split(' ').length ?? 0) <= 3 ? clauses : clauses.slice(0, 1)
  return called.some((clause) => {
    const bare = clause.replaceAll(/@[\p{L}\p{N}_]+/gu, ' ').trim()
    const words = wordsOf(bare)
    const first = words.findIndex((word) => !OPENERS[language]?.has(word))
    const [word = '', next = ''] = first < 0 ? [] : words.slice(first)
    if (language === 'en') return asksInEnglish(word, next)
    if (language === 'fr' && FRENCH_TURN.test(bare)) return true
    return LISTS[language]?.has(word) ?? false
  })
}

function asksInEnglish(word: string, next: string): boolean {
  const rule = ENGLISH.find(({ words }) => words.has(word))
  if (rule === undefined) return false
  return (rule.next?.has(next) ?? true) && !rule.notNext?.has(next)
}

const LISTS: Partial<Record<Language, Words>> = Object.fromEntries(
  Object.entries(FIRST_WORDS).map(([language, words]) => [language, wordSet(words)]),
)
const ALL_LANGUAGES = ['en', ...Object.keys(LISTS)] as Language[]

function wordSet(words: string): Words {
  return new Set(words.split(/\s+/))
}
