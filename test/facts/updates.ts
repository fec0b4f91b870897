import type { StatedFact, StoredFact } from '../../src/domain/fact.ts'
import type { FactId, MessageId, PersonId } from '../../src/domain/ids.ts'
import { extractFacts } from '../../src/memory/facts/extract/extract-facts.ts'
import { supersede } from '../../src/text/facts/supersede.ts'
import { wordsOf } from '../../src/text/words.ts'

/* Written for the tests of supersession: 100 scripts of statements in the order in which they arrive, each with the day
 * it was sent on, and the periods that must be stored at the end: `value from-to`, an open period without an end. */

export const UPDATES = `
0 Ann: I live in Rome / 5 Ann: I moved to Berlin => Rome 0-5, Berlin 5-
0 Ann: I live in Rome / 5 Ann: I moved to Berlin / 9 Ann: I moved to Rome => Rome 0-5, Berlin 5-9, Rome 9-
0 Ann: I live in Rome / 5 Ann: I live in Rome => Rome 0-
5 Ann: I moved to Berlin / 0 Ann: I live in Rome => Rome 0-5, Berlin 5-
0 Ann: I live in Rome / 9 Ann: I live in Oslo / 5 Ann: I live in Kiel => Rome 0-5, Kiel 5-9, Oslo 9-
0 Ann: I live in Rome / 5 Ann: I don't live in Rome any more => Rome 0-5
0 Ann: I live in Rome / 5 Ann: I don't live in Paris => Rome 0-
0 Ann: I live in Rome / 5 Tom: I live in Berlin => Rome 0-, Berlin 5-
0 Ann: I live in Rome / 5 Tom: Ann moved to Berlin => Rome 0-5, Berlin 5-
0 Ann: my sister lives in Rome / 5 Ann: I live in Berlin => Rome 0-, Berlin 5-
0 Ann: my sister lives in Rome / 5 Ann: my sister moved to Bonn => Rome 0-5, Bonn 5-
0 Ann: I live in Berlin / 5 Ann: I live in Berlin Mitte => Berlin 0-
0 Ann: I work at Siemens / 5 Ann: I got a new job at Bosch => Siemens 0-5, Bosch 5-
0 Ann: I work at Siemens / 5 Ann: I no longer work at Siemens => Siemens 0-5
0 Ann: I work at Siemens / 5 Ann: I quit my job at Siemens => Siemens 0-5
0 Ann: I work at Siemens / 5 Ann: I work at Bosch / 9 Ann: I work at Siemens => Siemens 0-5, Bosch 5-9, Siemens 9-
0 Ann: I work as a nurse / 5 Ann: I work as a teacher => nurse 0-5, teacher 5-
0 Ann: I work as a nurse / 5 Ann: I work at Siemens => nurse 0-, Siemens 5-
0 Ann: I am vegetarian / 5 Ann: I'm vegan => vegetarian 0-5, vegan 5-
0 Ann: I am vegetarian / 5 Ann: I'm not vegetarian anymore => vegetarian 0-5
0 Ann: I am vegetarian / 5 Tom: I am vegan => vegetarian 0-, vegan 5-
0 Ann: I'm allergic to nuts / 5 Ann: I'm allergic to eggs => nuts 0-, eggs 5-
0 Ann: I'm allergic to nuts / 5 Ann: I'm allergic to nuts => nuts 0-
0 Ann: I'm allergic to nuts / 5 Tom: Ann is allergic to nuts => nuts 0-
0 Ann: I'm allergic to nuts / 5 Ann: I'm not allergic to nuts => nuts 0-5
0 Ann: I speak Polish / 5 Ann: I speak German => Polish 0-, German 5-
0 Ann: I speak Polish / 5 Ann: I speak Polish and German => Polish 0-, German 5-
0 Ann: I have a dog / 5 Ann: I have a cat => dog 0-, cat 5-
0 Ann: I have a van / 5 Ann: I sold my van => van 0-5
0 Ann: I have a van / 5 Ann: I sold my bike => van 0-
0 Ann: I love coffee / 5 Ann: I hate coffee => coffee 0-5, coffee 5-
0 Ann: I love coffee / 5 Ann: I hate tea => coffee 0-, tea 5-
0 Ann: I love coffee / 5 Ann: I love tea => coffee 0-, tea 5-
5 Ann: I hate coffee / 0 Ann: I love coffee => coffee 0-5, coffee 5-
0 Ann: my number is 07700 900123 / 5 Ann: my new number is 07700 900456 => 900123 0-5, 900456 5-
0 Ann: my number is 07700 900123 / 5 Ann: my email is ann@example.org => 900123 0-, ann@example.org 5-
0 Ann: my wife is Clara / 5 Ann: my sister is Maria => Clara 0-, Maria 5-
0 Ann: my boss is Derek / 5 Ann: my boss is Petra => Derek 0-5, Petra 5-
0 Ann: my sister is Clara / 5 Ann: my sister is Maria => Clara 0-, Maria 5-
0 Ann: I'm engaged / 5 Ann: I'm married => engaged 0-5, married 5-
0 Ann: rent is 900 euros / 5 Tom: rent is 950 euros => 900 0-5, 950 5-
0 Ann: rent is 900 euros / 5 Tom: rent is 900 euros => 900 0-
0 Ann: rent is 900 euros / 5 Tom: parking is 50 euros => 900 0-, 50 5-
0 Ann: rent is 900 euros / 5 Tom: the rent went up to 950 euros / 9 Ann: the rent went down to 900 euros => 900 0-5, 950 5-9, 900 9-
5 Ann: rent is 950 euros / 0 Tom: rent is 900 euros => 900 0-5, 950 5-
0 Ann: tickets cost £12 each / 5 Ann: tickets cost £15 each => £12 0-5, £15 5-
0 Ann: the deadline is Friday / 2 Tom: the deadline is Monday => Friday 0-2, Monday 2-
0 Ann: the deadline is Friday / 2 Tom: the deadline is Friday => Friday 0-
0 Ann: the deadline is Friday / 2 Tom: the grant deadline is Monday => Friday 0-, Monday 2-
0 Ann: the essay is due Friday / 2 Tom: the essay is due Monday => Friday 0-2, Monday 2-
0 Ann: the deadline is Friday / 1 Ann: the deadline was extended to Monday => Friday 0-1, Monday 1-
0 Ann: rehearsal is on Thursday / 2 Tom: rehearsal is on Tuesday => Thursday 0-2, Tuesday 2-
0 Ann: rehearsal is on Thursday / 2 Tom: rehearsal got moved to Tuesday / 3 Ann: rehearsal is back on Thursday => Thursday 0-2, Tuesday 2-3, Thursday 3-
0 Ann: rehearsal is on Thursday / 2 Tom: practice is on Tuesday => Thursday 0-, Tuesday 2-
0 Ann: dinner is at 7 / 1 Tom: dinner is at 8 => 7 0-1, 8 1-
0 Ann: my flight is at 9:40 / 1 Ann: my flight is at 10:15 => 9:40 0-1, 10:15 1-
0 Ann: my flight is at 9:40 / 1 Tom: my flight is at 10:15 => 9:40 0-, 10:15 1-
0 Ann: the party is on Saturday / 1 Ann: the party is on Saturday 14 June => Saturday 0-1, 14 June 1-
0 Ann: the party is on Saturday 14 June / 1 Ann: the party is on Saturday => 14 June 0-
0 Ann: the meeting starts at 7pm / 1 Tom: the meeting starts at 8pm => 7pm 0-1, 8pm 1-
0 Ann: the spare key is under the flower pot / 5 Tom: the spare key is in the drawer => flower 0-5, drawer 5-
0 Ann: the wifi password is tulip2024 / 5 Tom: the wifi password is rose2025 => tulip2024 0-5, rose2025 5-
0 Ann: we decided to go to Croatia / 5 Tom: we decided to paint the kitchen => Croatia 0-, kitchen 5-
0 Ann: we decided to go to Croatia / 5 Tom: we decided to go to Greece instead => Croatia 0-5, Greece 5-
0 Ann: we decided to go to Croatia / 5 Tom: we decided to go to Croatia => Croatia 0-
0 Ann: I can't make Saturday / 1 Ann: I can make Saturday after all => can't 0-1, can 1-
0 Ann: I'm away until Monday / 1 Ann: I can't make Friday => Monday 0-, Friday 1-
0 Ann: my shoe size is 39 / 5 Ann: my shoe size is 40 => 39 0-5, 40 5-
0 Ann: my favourite film is Alien / 5 Ann: my favourite song is Hurt => Alien 0-, Hurt 5-
0 Ann: I'm 34 / 300 Ann: I'm 35 => 34 0-300, 35 300-
0 Ann: my daughter is 6 / 300 Ann: my daughter is 7 => 6 0-300, 7 300-
0 Ann: my birthday is 3 May / 5 Ann: my birthday is 4 May => 3 May 0-5, 4 May 5-
0 Ann: I study law / 5 Ann: I study history => law 0-5, history 5-
0 Ann: call me Annie / 5 Ann: call me Nan => Annie 0-5, Nan 5-
0 Ann: ich wohne in Köln / 5 Ann: ich bin nach Bonn gezogen => Köln 0-5, Bonn 5-
0 Ann: ich wohne in Köln / 5 Ann: ich wohne nicht mehr in Köln => Köln 0-5
0 Ann: ich arbeite bei Bosch / 5 Ann: ich arbeite bei SAP => Bosch 0-5, SAP 5-
0 Ann: die Deadline ist Freitag / 2 Tom: die Deadline ist Montag => Freitag 0-2, Montag 2-
0 Ann: die Miete kostet 900 Euro / 2 Tom: die Miete kostet 950 Euro => 900 0-2, 950 2-
0 Ann: ich bin allergisch gegen Nüsse / 2 Ann: ich bin allergisch gegen Soja => Nüsse 0-, Soja 2-
0 Ann: Probe ist am Donnerstag / 2 Tom: Probe ist am Dienstag => Donnerstag 0-2, Dienstag 2-
0 Ann: vivo en Lima / 5 Ann: me mudé a Cusco => Lima 0-5, Cusco 5-
0 Ann: vivo en Lima / 5 Ann: ya no vivo en Lima => Lima 0-5
0 Ann: trabajo en Zara / 5 Ann: trabajo en Mango => Zara 0-5, Mango 5-
0 Ann: el alquiler cuesta 800 euros / 5 Tom: el alquiler cuesta 850 euros => 800 0-5, 850 5-
0 Ann: el ensayo es el jueves / 2 Tom: el ensayo es el martes => jueves 0-2, martes 2-
0 Ann: soy vegetariana / 5 Ann: soy vegana => vegetariana 0-5, vegana 5-
0 Ann: я живу в Томске / 5 Ann: я переехала в Омск => Томске 0-5, Омск 5-
0 Ann: я живу в Томске / 5 Ann: я больше не живу в Томске => Томске 0-5
0 Ann: работаю в Озоне / 5 Ann: работаю в Сбере => Озоне 0-5, Сбере 5-
0 Ann: дедлайн в пятницу / 2 Tom: дедлайн в понедельник => пятницу 0-2, понедельник 2-
0 Ann: у меня аллергия на орехи / 2 Ann: у меня аллергия на мёд => орехи 0-, мёд 2-
0 Ann: репетиция в четверг / 2 Tom: репетиция во вторник => четверг 0-2, вторник 2-
0 Ann: аренда стоит 30000 рублей / 2 Tom: аренда стоит 32000 рублей => 30000 0-2, 32000 2-
0 Ann: я живу в Луцьку / 5 Ann: я переїхала до Рівного => Луцьку 0-5, Рівного 5-
0 Ann: я живу в Луцьку / 5 Ann: я більше не живу в Луцьку => Луцьку 0-5
0 Ann: дедлайн у п'ятницю / 2 Tom: дедлайн у понеділок => п'ятницю 0-2, понеділок 2-
0 Ann: оренда коштує 12000 грн / 2 Tom: оренда коштує 13000 грн => 12000 0-2, 13000 2-
0 Ann: у мене алергія на горіхи / 2 Ann: у мене алергія на мед => горіхи 0-, мед 2-
0 Ann: репетиція в четвер / 2 Tom: репетиція у вівторок => четвер 0-2, вівторок 2-
`
  .trim()
  .split('\n')

const NAMES = ['Ann', 'Tom']
const START = Date.UTC(2026, 0, 5, 9)
const DAY_MS = 24 * 3_600_000

/** The periods that a script leaves, as it writes them. */
export function runScript(script: string): {
  readonly stored: string[]
  readonly expected: string[]
} {
  const [steps = '', periods = ''] = script.split(' => ')
  let stored: StoredFact[] = []
  steps.split(' / ').forEach((step, i) => {
    for (const fact of statedIn(step, i)) stored = store(stored, fact)
  })
  return { stored: stored.map(periodOf).sort(), expected: periods.split(', ').sort() }
}

/** True if every expected period is stored, by its days and the words of its value, and no other. */
export function isAsScripted({ stored, expected }: ReturnType<typeof runScript>): boolean {
  const open = [...stored]
  for (const period of expected) {
    const at = open.findIndex((one) => matches(one, period))
    if (at < 0) return false
    open.splice(at, 1)
  }
  return open.length === 0
}

function statedIn(step: string, i: number): StatedFact[] {
  const [, day = '0', author = '', text = ''] = /^(\d+) (\p{L}+): (.*)$/u.exec(step) ?? []
  const people = NAMES.map((name, at) => ({ id: (at + 1) as PersonId, name, username: null }))
  const line = {
    messageId: (i + 1) as MessageId,
    authorId: (NAMES.indexOf(author) + 1) as PersonId,
    authorName: author,
    isBot: false,
    sentAt: new Date(START + Number(day) * DAY_MS),
    text,
    replyTo: null,
  }
  return extractFacts([line], people)
}

/** Applies what supersede says, as storage would. */
function store(known: readonly StoredFact[], found: StatedFact): StoredFact[] {
  const change = supersede(known, found)
  if (change.kind === 'join') {
    const { id, messageIds, confidence, validFrom } = change
    return known.map((fact) =>
      fact.id === id ? { ...fact, messageIds, confidence, validFrom } : fact,
    )
  }
  const closed = known.map((fact) => {
    const end = change.closes.find(({ id }) => id === fact.id)
    return end === undefined ? fact : { ...fact, validTo: end.validTo }
  })
  if (change.kind === 'end') return closed
  return [...closed, { ...found, id: (known.length + 1) as FactId, validTo: change.validTo }]
}

function periodOf({ value, validFrom, validTo }: StoredFact): string {
  const day = (date: Date | null) =>
    date === null ? '' : String((date.getTime() - START) / DAY_MS)
  return `${value} ${day(validFrom)}-${day(validTo)}`
}

function matches(stored: string, expected: string): boolean {
  const split = (period: string) => [
    period.slice(0, period.lastIndexOf(' ')),
    period.slice(period.lastIndexOf(' ')),
  ]
  const [value = '', days] = split(stored)
  const [wanted = '', wantedDays] = split(expected)
  const words = wordsOf(value)
  return days === wantedDays && wordsOf(wanted).every((word) => words.includes(word))
}
