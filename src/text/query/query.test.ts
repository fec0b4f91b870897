import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuTimer } from '../../../test/cpu-timer.ts'
import { analyseQuery, rareTerms } from './query.ts'

const lines = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()) as [string, string])

/* Typical chat questions, with and without the mark; the language is the one a reader would name. */
const QUESTIONS = `
When is the deploy tomorrow? | en
anyone know where the projector is | en
do you have the wifi password | en
how do I reset it | en
hi all, does this work with node 20 | en
hey @bot, who books the train to Lyon | en
Wann fährt der Zug nach Berlin? | de
kannst du mir den Link schicken | de
wer hat den Schlüssel für das Büro | de
À quelle heure ferme le restaurant ? | fr
est-ce que la réunion est annulée | fr
peux-tu envoyer le fichier | fr
¿A qué hora cierra el restaurante? | es
dónde está la llave de la oficina | es
Quanto custa o bilhete para Lisboa? | pt
alguém sabe onde está o projetor | pt
A che ora parte il treno per Roma? | it
chi ha le chiavi della macchina | it
Ile kosztuje bilet do Krakowa? | pl
czy ktoś ma klucz do biura | pl
Toplantı saat kaçta başlıyor? | tr
yarın ofise geliyor musun | tr
Когда встреча с клиентом? | ru
кто знает пароль от вайфая | ru
Де зустріч завтра о десятій? | uk
чи є в когось ключ від офісу | uk
餐厅几点关门？ | zh
火车票多少钱 | zh
会議は何時からですか | ja
この資料は誰が作りましたか。 | ja
회의는 언제 시작하나요 | ko
متى يبدأ الاجتماع؟ | ar
Πού είναι το κλειδί\u037e | el`

const STATEMENTS = `
The deploy is done. | en
Do the dishes please | en
When you arrive, call me | en
I should create the rooms, which is fine | en
when I toggle it off nothing changes | en
would be helpful to have the log | en
what I meant is that it works | en
cant import anything from it | en
see https://example.org/search?q=visa&x=1 | en
Der Zug fährt um neun nach Berlin | de
Le restaurant ferme à dix heures | fr
El restaurante está cerrado hoy | es
cuando llegues a la oficina, llama a Ana | es
Когда приедешь домой, позвони мне | ru
Il treno parte alle nove da Roma | it
Bilet kosztuje dziesięć złotych i jest w biurze | pl
Встреча завтра в десять у нас | ru
Зустріч завтра о десятій у нас, і це добре | uk
餐厅十点关门。 | zh
会議は十時からです。 | ja`

const TOLD_BY_A_LETTER = `
Straße gesperrt | de
señal perdida | es
coração partido | pt
żółta łódź | pl
ışık söndü | tr
hors-d'œuvre | fr
объявление | ru
зустріч | uk`

describe('a question', () => {
  test.each(lines(TOLD_BY_A_LETTER))('%s', (text, language) => {
    expect(analyseQuery(text).language).toBe(language)
  })
  test.each(lines(QUESTIONS))('%s', (text, language) => {
    const { isQuestion, language: guess } = analyseQuery(text.replace('\\u037e', '\u037e'))
    expect({ isQuestion, guess }).toEqual({ isQuestion: true, guess: language })
  })
  test.each(lines(STATEMENTS))('is not: %s', (text, language) => {
    const { isQuestion, language: guess } = analyseQuery(text)
    expect({ isQuestion, guess: guess ?? language }).toEqual({ isQuestion: false, guess: language })
  })
  test.each(['Berlin', 'kubernetes 500', '👍', '', 'ok', 'como'])('%j has no language', (text) => {
    expect(analyseQuery(text).language).toBe(null)
  })
})

const LEANS = `
@bot | @bot thoughts? | when is it? | what about that one? | is this the right file? | who said that?
can you explain the above | same for tomorrow? | how do I fix these errors? | what did they decide? | and on friday?
where does she live? | hast du ihren Brief bekommen? | which one is cheaper? | wann ist das? | was hältst du davon? | und am Freitag? | wo ist dieser Laden?
c'est quand ? | et pour demain ? | ça coûte combien ? | ¿cuánto cuesta eso? | ¿y mañana? | quanto custa isso?
e domani? | quanto costa quello? | ile to kosztuje? | a co z tym zamówieniem? | bu ne kadar? | onu kim yaptı?
когда это? | а завтра? | где он живёт? | сколько стоит этот билет? | коли це? | а завтра? | хто його знає? | 那个多少钱？
它在哪里 | 这个怎么用？ | それはいつですか | この店はどこですか | 그거 얼마예요`
const STANDS_ALONE = `
when is the deploy? | what is the wifi password this week? | Is it raining in Paris tomorrow afternoon or sunny?
I heard that the office moved to Berlin, who has the new address? | When did Melanie paint her first sunrise?
has @ann already packed her bag for the mountains?
wo ist das Auto? | gibt es morgen Kuchen im Büro? | wann ist diese Woche das Treffen? | où est la réunion ?
quelle heure est-il à Paris ? | ¿a qué hora cierra el restaurante? | quanto custa o bilhete? | a che ora parte il treno?
ile kosztuje bilet do Krakowa? | tren kaçta kalkıyor? | bu hafta toplantı var mı? | когда встреча на этой неделе?
сколько стоит билет? | де зустріч завтра? | 餐厅几点关门 | 火车票多少钱 | 会議は何時からですか
这周几点开会 | この週末の会議は何時ですか`
const split = (list: string) => list.split(/[|\n]/).flatMap((text) => text.trim() || [])

describe('without the conversation', () => {
  test.each(split(LEANS))('cannot be understood: %s', (text) => {
    expect(analyseQuery(text).leansOnConversation).toBe(true)
  })
  test.each(split(STANDS_ALONE))('can: %s', (text) => {
    expect(analyseQuery(text).leansOnConversation).toBe(false)
  })
})

test('keywords are without stop words and mentions, phrases without their marks', () => {
  const { keywords, phrases } = analyseQuery('@bot where is the “blue door” and the “blue door”?')
  expect(keywords).toEqual(['blue', 'door'])
  expect(phrases).toEqual(['blue door'])
})

test.each([
  ['', { isEmpty: true, isOnlySymbols: false, leansOnConversation: false }],
  [' \n\t', { isEmpty: true, isOnlySymbols: false, leansOnConversation: false }],
  ['🙃🙃', { isEmpty: false, isOnlySymbols: true, leansOnConversation: true }],
  ['?!…', { isEmpty: false, isOnlySymbols: true, leansOnConversation: true, isQuestion: true }],
])('%j', (text, expected) => expect(analyseQuery(text)).toMatchObject(expected))

describe('a text without end', () => {
  test('is read at its beginning and its end', () => {
    const log = 'ERROR at line of the log\n'.repeat(5000)
    const query = analyseQuery(
      `The deploy of Tuesday failed.\n${log}\nwhat does that mean for Berlin?`,
    )
    expect(query.text.length).toBeLessThanOrEqual(2001)
    expect(query.isQuestion).toBe(true)
    expect(query.keywords).toEqual(expect.arrayContaining(['deploy', 'berlin']))
  })

  test.each([
    'a',
    ' ',
    '"',
    '@',
    '#',
    '/',
    '\\',
    '.',
    'a.',
    'a@',
    'A ',
    '1',
    '1,',
    '-',
    '«',
    '(',
    '字',
    '👨‍👩‍👧',
    '\n',
    'http://',
    '\ud83d',
    "'a",
  ])('of nothing but %j is read in no time', (unit) => {
    const cpuMs = cpuTimer()
    const query = analyseQuery(unit.repeat(100_000 / unit.length))
    // A few ms alone; a pattern that backtracks would take minutes.
    expect(cpuMs()).toBeLessThan(2000)
    expect(query.text.isWellFormed()).toBe(true)
  })
})

test('any text can be read', () => {
  const unit = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom('Anna ', '9:30 ', '"', '?'),
  )
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 8 }), (parts) => {
      const query = analyseQuery(parts.join(''))
      expect(query.keywords.length).toBeLessThanOrEqual(200)
      expect(query.isEmpty && query.isOnlySymbols).toBe(false)
    }),
    { numRuns: 2000 },
  )
})

describe('rare terms', () => {
  const uses: Record<string, number> = { deploy: 3, friday: 400, kubernetes: 1 }
  const find = (words: string[], documents = 1000) =>
    rareTerms(words, (word) => uses[word] ?? 0, documents)

  test('are those few documents hold, the rarest first', () => {
    expect(find(['deploy', 'friday', 'kubernetes'])).toEqual(['kubernetes', 'deploy'])
  })
  test('are in the corpus at all', () => expect(find(['zebra'])).toEqual([]))
  test('in a small corpus stand in one document', () =>
    expect(find(['deploy', 'kubernetes'], 5)).toEqual(['kubernetes']))
})
