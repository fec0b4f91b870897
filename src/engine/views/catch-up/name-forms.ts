/* The forms in which a first name is written to its bearer. Where languages inflect names, the forms of address are
 * made by rule; those that are another person's name too (Валентин, Валентина) are left out. */

const TITLES = new Set(
  `mr mrs ms miss dr prof sir madam coach aunt auntie uncle frau herr tante onkel monsieur madame mme mlle m sr sra señor
   señora don doña signor signora pan pani пан пані тётя тетя дядя тітка дядько`.split(/\s+/u),
)

/** Ending of a name, and what takes its place. */
const ADDRESSES: readonly (readonly [RegExp, readonly string[]])[] = [
  [/(?<=[а-яіїєґ]{2})а$/u, ['о', 'у']],
  [/(?<=[а-яіїєґ]{2})ія$/u, ['іє', 'ію']],
  [/(?<=[а-яіїєґ])я$/u, ['ю', 'ь']],
  [/(?<=[а-яіїєґ]{2})й$/u, ['ю']],
  [/(?<=[а-яіїєґ]{2})ь$/u, ['ю']],
  [/(?<=[а-яіїєґ]{2}[бвгджзклмнпрстфхцчшщ])$/u, ['е', 'у']],
  [/(?<=[а-яіїєґ]{3})о$/u, ['е']],
  [/(?<=\p{L})ia$/u, ['iu', 'ię']],
  [/(?<=\p{L})ek$/u, ['ku']],
  [/(?<=\p{Script=Greek}{2})ς$/u, ['']],
]

const UMLAUTS: readonly (readonly [RegExp, string])[] = [
  [/ä/gu, 'ae'],
  [/ö/gu, 'oe'],
  [/ü/gu, 'ue'],
]

/** The first name as it is, then its other forms in lower case. Empty for a name without letters. */
export function namesOf(name: string | null): string[] {
  const words = (name ?? '').split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const isTitle = (word: string) => TITLES.has(word.toLowerCase().replace(/\.$/u, ''))
  const first = words.find((word) => !isTitle(word)) ?? words[0]
  if (first === undefined) return []
  const lower = first.toLowerCase()
  const addressed = ADDRESSES.flatMap(([ending, others]) =>
    ending.test(lower) ? others.map((other) => lower.replace(ending, other)) : [],
  )
  const spelled = UMLAUTS.reduce(
    (text, [letter, letters]) => text.replaceAll(letter, letters),
    lower,
  )
  return [first, ...new Set([...addressed, spelled])].filter((one, i) => i === 0 || one !== lower)
}

/** Without the accents of Latin, Greek and Cyrillic letters, which phones' keyboards invite to leave out. */
export function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/gu, '')
    .normalize('NFC')
}
