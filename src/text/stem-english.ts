/* English endings, by the rules Martin Porter published in 1980: they are removed in five steps, each only while
 * enough of the word is left. Before that, the past forms that no rule reaches are looked up: a question has "did
 * she buy", the message that answers it "bought". */

type Rule = { readonly from: string; readonly to: string }

/** Rules written "from" or "from>to", the longest ending first. */
const rules = (list: string): readonly Rule[] =>
  list
    .split(/\s+/)
    .map((rule) => rule.split('>'))
    .map(([from = '', to = '']) => ({ from, to }))
    .toSorted((a, b) => b.from.length - a.from.length)

const COMPOUND_ENDINGS =
  rules(`ational>ate tional>tion enci>ence anci>ance izer>ize abli>able alli>al
  entli>ent eli>e ousli>ous ization>ize ation>ate ator>ate alism>al iveness>ive fulness>ful
  ousness>ous aliti>al iviti>ive biliti>ble`)
const ADJECTIVE_ENDINGS = rules('icate>ic ative alize>al iciti>ic ical>ic ful ness')
const LAST_ENDINGS =
  rules(`al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive
  ize`)

/* LoCoMo recall@10 82.0 without these, 82.5 with them (bench/recall). */
const IRREGULAR = new Map(
  `buy bought, take took taken, eat ate eaten, see saw seen, make made, give gave given, get got gotten,
  go went gone, find found, feel felt, tell told, say said, think thought, teach taught, catch caught,
  bring brought, fight fought, leave left, lose lost, meet met, run ran, begin began begun, come came,
  become became, know knew known, grow grew grown, throw threw thrown, fly flew flown, draw drew drawn,
  write wrote written, drive drove driven, ride rode ridden, rise rose risen, break broke broken,
  speak spoke spoken, choose chose chosen, freeze froze frozen, steal stole stolen, wake woke woken,
  wear wore worn, win won, sell sold, hold held, keep kept, sleep slept, spend spent, send sent,
  build built, lend lent, mean meant, hear heard, stand stood, understand understood, sit sat, pay paid,
  fall fell fallen, sing sang sung, swim swam swum, drink drank drunk, shake shook shaken,
  forget forgot forgotten, hide hid hidden, bite bit bitten, lead led, feed fed, shoot shot, stick stuck,
  strike struck, swing swung, hang hung, dig dug, light lit, tear tore torn, seek sought, child children,
  man men, woman women, foot feet, tooth teeth, person people, mouse mice, life lives, wife wives`
    .split(',')
    .map((forms) => forms.trim().split(/\s+/))
    .flatMap(([base = '', ...others]) => others.map((other) => [other, base] as const)),
)

const SHORTEST = 3

/** The stem of one folded word of the letters a to z. */
export function stemEnglish(word: string): string {
  if (word.length < SHORTEST) return word
  const singular = dropPlural(word)
  const regular = IRREGULAR.get(word) ?? IRREGULAR.get(singular) ?? singular
  const present = softenY(dropPastAndIng(regular))
  const plain = replaceEnding(replaceEnding(present, COMPOUND_ENDINGS), ADJECTIVE_ENDINGS)
  return tidyEnd(dropLastEnding(plain))
}

/** caresses → caress, ponies → poni, cats → cat. */
function dropPlural(word: string): string {
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2)
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

/** agreed → agree, hopping → hop, hoping → hope. */
function dropPastAndIng(word: string): string {
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word
  const ending = ['ed', 'ing'].find((end) => word.endsWith(end))
  if (ending === undefined) return word
  const rest = word.slice(0, -ending.length)
  if (!hasVowel(rest)) return word
  if (/(at|bl|iz)$/.test(rest)) return `${rest}e`
  if (/([^aeioulsz])\1$/.test(rest)) return rest.slice(0, -1)
  return measure(rest) === 1 && endsShort(rest) ? `${rest}e` : rest
}

/** happy → happi, as "happiness" becomes; sky stays. */
function softenY(word: string): string {
  return word.endsWith('y') && hasVowel(word.slice(0, -1)) ? `${word.slice(0, -1)}i` : word
}

/** The longest rule that fits, where a closed syllable is left before it. */
function replaceEnding(word: string, list: readonly Rule[]): string {
  const rule = list.find(({ from }) => word.endsWith(from))
  if (rule === undefined) return word
  const rest = word.slice(0, -rule.from.length)
  return measure(rest) > 0 ? rest + rule.to : word
}

/** adjustment → adjust; -ion only after s or t, and all only where two closed syllables are left. */
function dropLastEnding(word: string): string {
  const rule = LAST_ENDINGS.find(({ from }) => word.endsWith(from))
  if (rule === undefined) return word
  const rest = word.slice(0, -rule.from.length)
  if (rule.from === 'ion' && !/[st]$/.test(rest)) return word
  return measure(rest) > 1 ? rest : word
}

/** A silent e goes, and one l of two. */
function tidyEnd(word: string): string {
  const rest = word.slice(0, -1)
  const left = measure(rest)
  const isSilent = word.endsWith('e') && (left > 1 || (left === 1 && !endsShort(rest)))
  const tidy = isSilent ? rest : word
  return tidy.endsWith('ll') && measure(tidy) > 1 ? tidy.slice(0, -1) : tidy
}

/** c for a consonant, v for a vowel; y is a vowel after a consonant. */
function shapeOf(word: string): string {
  let shape = ''
  for (const letter of word) {
    const isVowel = 'aeiou'.includes(letter) || (letter === 'y' && shape.endsWith('c'))
    shape += isVowel ? 'v' : 'c'
  }
  return shape
}

/** How many times a consonant follows a vowel: the number of closed syllables, about. */
function measure(word: string): number {
  return shapeOf(word).split('vc').length - 1
}

const hasVowel = (word: string) => shapeOf(word).includes('v')

/** Ends as "hop" does, where a dropped e must come back: hoping → hope. */
const endsShort = (word: string) => shapeOf(word).endsWith('cvc') && !/[wxy]$/.test(word)
