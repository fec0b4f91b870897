/* Written for the tests of fact extraction: 200 statements in chats whose people have similar names. The label is whom
 * the fact is about; a name that nobody in the chat has ends with a question mark. */

/** People of these chats; two of them are called Alex. */
export const SIMILAR_PEOPLE: readonly string[] = [
  ...['Ann', 'Anna', 'Anne', 'Annie', 'Max', 'Maxim', 'Maxine', 'Alex', 'Alex', 'Alexa'],
  ...['Jon', 'John', 'Jonas', 'Tom', 'Tomas', 'Саша', 'Сашка', 'Маша', 'Мария', 'Марина'],
  ...['Лев', 'Лёва', 'Оля', 'Ольга', 'Юра', 'Юрій', 'Eva', 'Evan', 'Mari', 'Maria'],
]

const ENGLISH_AUTHORS = [
  'Ann',
  'Anna',
  'Anne',
  'Annie',
  'Max',
  'Maxim',
  'Maxine',
  'Jon',
  'John',
  'Tom',
]
const SUBJECTS = [
  ...['Ann', 'Anna', 'Anne', 'Annie', 'Max', 'Maxim', 'Maxine', 'Alex', 'Alexa', 'Jon'],
  ...['John', 'Jonas', 'Tom', 'Tomas', 'Eva', 'Evan', 'Mari', 'Maria', 'Anneke', 'Maxi'],
]
/** Nobody's name, or the name of two people: such a name stays a name. */
const UNKNOWN = ['Alex', 'Anneke', 'Maxi', 'Сашуля', 'Мариша']

type NamedLine = { readonly author: string; readonly text: string; readonly about: string }

const label = (name: string) => (UNKNOWN.includes(name) ? `${name}?` : name)

const OWN = [
  ...['I moved to Oslo', 'I live in Ghent', 'I am allergic to kiwi', 'my birthday is 4 June'],
  ...[
    'I work at Ikea',
    'I speak Danish',
    'I have a cat',
    'I hate olives',
    'I play the flute',
    'I am vegan',
  ],
]
const OF_OTHERS = [
  ...['lives in Turin', 'is allergic to eggs', 'works at Bosch', 'moved to Ghent', 'has asthma'],
]
const REPORTED = ['says', 'told me', 'said that', 'mentioned that', 'wrote that']

const own: NamedLine[] = ENGLISH_AUTHORS.flatMap((author, i) =>
  OWN.filter((_, j) => (i + j) % 2 === 0).map((text) => ({ author, text, about: author })),
)
const ofOthers: NamedLine[] = SUBJECTS.flatMap((subject, i) =>
  OF_OTHERS.filter((_, j) => (i + j) % 2 === 0).map((text, j) => ({
    author: ENGLISH_AUTHORS[(i + j + 1) % ENGLISH_AUTHORS.length] ?? 'Ann',
    text: `${subject} ${text}`,
    about: label(subject),
  })),
)
const reported: NamedLine[] = SUBJECTS.flatMap((subject, i) =>
  [0, 1].map((j) => ({
    author: ENGLISH_AUTHORS[(i + j) % ENGLISH_AUTHORS.length] ?? 'Ann',
    text: `${SUBJECTS[(i + j + 3) % SUBJECTS.length]} ${REPORTED[(i + j) % REPORTED.length]} ${subject} is allergic to nuts`,
    about: label(subject),
  })),
)
const CYRILLIC: readonly (readonly [string, string, string])[] = [
  ['Саша', 'я живу в Туле', 'Саша'],
  ['Сашка', 'я живу в Туле', 'Сашка'],
  ['Маша', 'я переехала в Уфу', 'Маша'],
  ['Мария', 'у меня аллергия на мёд', 'Мария'],
  ['Марина', 'Маша живёт в Омске', 'Маша'],
  ['Маша', 'Марина живёт в Омске', 'Марина'],
  ['Маша', 'Мария живёт в Омске', 'Мария'],
  ['Саша', 'Сашка переехала в Ригу', 'Сашка'],
  ['Сашка', 'Саша переехала в Ригу', 'Саша'],
  ['Сашка', 'Сашуля живёт в Риге', 'Сашуля?'],
  ['Лев', 'Лёва не ест мясо', 'Лёва'],
  ['Лёва', 'Лев не ест мясо', 'Лев'],
  ['Лев', 'я работаю в Озоне', 'Лев'],
  ['Лёва', 'я работаю в Озоне', 'Лёва'],
  ['Оля', 'Ольга живе в Луцьку', 'Ольга'],
  ['Ольга', 'Оля живе в Луцьку', 'Оля'],
  ['Оля', 'я живу в Одесі', 'Оля'],
  ['Ольга', 'я живу в Одесі', 'Ольга'],
  ['Юра', "Юрій не їсть м'ясо", 'Юрій'],
  ['Юрій', "Юра не їсть м'ясо", 'Юра'],
  ['Юра', 'Юрій каже, що Ольга переїхала до Рівного', 'Ольга'],
  ['Юрій', 'Юра каже, що Оля переїхала до Рівного', 'Оля'],
  ['Маша', 'Марина говорит, что Мария переехала в Пермь', 'Мария'],
  ['Марина', 'Маша говорит, что Мариша переехала в Пермь', 'Мариша?'],
  ['Мария', 'Сашка сказала, что Саша живёт в Твери', 'Саша'],
  ['Eva', 'Evan wohnt in Kiel', 'Evan'],
  ['Evan', 'Eva wohnt in Kiel', 'Eva'],
  ['Mari', 'Maria vive en Vigo', 'Maria'],
  ['Maria', 'Mari vive en Vigo', 'Mari'],
  ['Eva', 'Evan ist allergisch gegen Soja', 'Evan'],
]
const inOtherLanguages = CYRILLIC.map(([author, text, about]) => ({ author, text, about }))
/** "she" after "Anne says" is Anne, however many others have a similar name. */
const pronouns: NamedLine[] = SUBJECTS.map((subject, i) => ({
  author: ENGLISH_AUTHORS[(i + 4) % ENGLISH_AUTHORS.length] ?? 'Ann',
  text: `${subject} says she is allergic to dust`,
  about: label(subject),
}))
const mothers: NamedLine[] = ENGLISH_AUTHORS.map((author) => ({
  author,
  text: 'my mum lives in Derby',
  about: `${author}'s mum`,
}))

/** The 200 lines, each a chat of its own. */
export const SIMILAR_NAMES: readonly NamedLine[] = [
  ...[...own, ...ofOthers, ...reported, ...inOtherLanguages, ...pronouns, ...mothers],
].slice(0, 200)
