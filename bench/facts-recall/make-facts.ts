import type { FactAttribute } from '../../src/domain/fact.ts'
import { seededRandom } from '../../test/chaos/seeded-random.ts'

/* Many facts for measuring time: sentences of the kinds that the rules write, with made-up people and words, and
 * questions about some of them. */

const FIRST =
  'ba be bi da de do fa ga ha jo ka la le li ma mi na no pa ra sa so ta to va ve za'.split(' ')
const LAST =
  'ber dan den fel gar han kel kov len lin mar mol nas nov per ran ros sen sol ten tor ven vik wen'.split(
    ' ',
  )
const PLACES =
  'Lisbon Porto Leeds Hamburg Turin Lyon Kyiv Oslo Bergen Gdansk Prague Vienna Seville Valencia Cork Galway Ghent Malmo Aarhus Tallinn Riga Vilnius Zagreb Split Izmir Ankara Osaka Kyoto Busan Quito'.split(
    ' ',
  )
const TRADES =
  'nurse teacher carpenter plumber baker translator chemist pilot farmer florist lawyer geologist barber surveyor librarian painter tailor welder dentist beekeeper'.split(
    ' ',
  )
const THINGS =
  'kayak drone tent sewing_machine telescope piano cello record_player lathe camera van caravan greenhouse loom kiln bicycle scooter printer projector canoe'.split(
    ' ',
  )
const FOODS =
  'olives mushrooms peanuts oysters coriander blue_cheese anchovies aubergines chickpeas walnuts mangoes rye_bread horseradish liquorice lentils'.split(
    ' ',
  )
const HOBBIES =
  'climbing pottery chess birdwatching fencing baking archery sailing knitting cycling orienteering calligraphy juggling beekeeping surfing'.split(
    ' ',
  )
const EVENTS =
  'audit rehearsal exam move inspection recital wedding interview regatta launch excavation auction harvest census tournament'.split(
    ' ',
  )
const DAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ')
const MONTHS =
  'January February March April May June July August September October November December'.split(' ')

type Kind = {
  readonly attribute: FactAttribute
  readonly values: readonly string[]
  readonly text: (name: string, value: string) => string
  readonly question: (name: string, value: string) => string
}

const KINDS: readonly Kind[] = [
  {
    attribute: 'home',
    values: PLACES,
    text: (name, place) => `${name} lives in ${place}`,
    question: (name) => `Where does ${name} live now?`,
  },
  {
    attribute: 'job',
    values: TRADES,
    text: (name, trade) => `${name} works as a ${trade}`,
    question: (_, trade) => `Who of us works as a ${trade}?`,
  },
  {
    attribute: 'possession',
    values: THINGS,
    text: (name, thing) => `${name} has a ${thing}`,
    question: (_, thing) => `Does anybody have a ${thing} that I could borrow?`,
  },
  {
    attribute: 'dislike',
    values: FOODS,
    text: (name, food) => `${name} does not like ${food}`,
    question: (name) => `What should I not cook for ${name}?`,
  },
  {
    attribute: 'preference',
    values: HOBBIES,
    text: (name, hobby) => `${name} likes ${hobby}`,
    question: (name) => `What does ${name} like to do at the weekend?`,
  },
  {
    attribute: 'deadline',
    values: EVENTS.flatMap((event) => DAYS.map((day) => `${event} is on ${day}`)),
    text: (name, when) => `${name}'s ${when}`,
    question: (name, when) => `When is the ${when.split(' ')[0]} of ${name}?`,
  },
  {
    attribute: 'plan',
    values: PLACES.flatMap((place) => MONTHS.map((month) => `${place} in ${month}`)),
    text: (name, plan) => `${name} plans to go to ${plan}`,
    question: (_, plan) => `Is somebody going to ${plan.split(' ')[0]}?`,
  },
]

/** A fact, of a person by number, as it is stored. */
export type MadeFact = {
  readonly person: number
  readonly name: string
  readonly attribute: FactAttribute
  readonly value: string
  readonly text: string
  readonly daysAgo: number
}

/** A question about a fact of a person. */
export type FactQuestion = { readonly person: number; readonly text: string }

/** The name of a made-up person; some five share a first name. */
export function madeName(person: number): string {
  const first = `${FIRST[person % 27]}${FIRST[Math.floor(person / 27) % 2]}${LAST[person % 24]}`
  const last = `${LAST[Math.floor(person / 40) % 24]}${FIRST[person % 23]}${LAST[person % 19]}`
  return [first, last].map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}`).join(' ')
}

/** So many facts of each of so many people, of one seed. */
export function makeFacts(people: number, each: number, seed: number): readonly MadeFact[] {
  const random = seededRandom(seed)
  return Array.from({ length: people * each }, (_, i): MadeFact => {
    const person = i % people
    const kind = KINDS[random.between(0, KINDS.length - 1)] as Kind
    const value = spoken(kind.values[random.between(0, kind.values.length - 1)] as string)
    const name = madeName(person)
    const text = kind.text(name, value)
    return { person, name, attribute: kind.attribute, value, text, daysAgo: random.between(0, 400) }
  })
}

/** Questions about random people, of all kinds in turn. */
export function makeQuestions(
  people: number,
  count: number,
  seed: number,
): readonly FactQuestion[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, (_, i): FactQuestion => {
    const kind = KINDS[i % KINDS.length] as Kind
    const person = random.between(0, people - 1)
    const value = spoken(kind.values[random.between(0, kind.values.length - 1)] as string)
    return { person, text: kind.question(madeName(person), value) }
  })
}

const spoken = (value: string) => value.replaceAll('_', ' ')
