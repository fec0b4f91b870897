import type { FactAttribute, FactSubject } from '../../../domain/fact.ts'
import type { RuleMatch } from './match-clause.ts'
import type { FactLanguage } from './rule.ts'

/* The normalised text of a fact. English is put into the third person; other languages keep the clause as it was
 * typed, after the name: to inflect sixteen languages is not worth what it would break. */

const ENGLISH: Readonly<Record<FactAttribute, string>> = {
  name: 'is called {v}',
  home: 'lives in {v}',
  origin: 'is from {v}',
  age: 'is {v}',
  birthday: 'has their birthday on {v}',
  job: 'works as {v}',
  employer: 'works at {v}',
  study: 'studies {v}',
  contact: 'can be reached at {v}',
  diet: 'is {v}',
  allergy: 'is allergic to {v}',
  relation: '{v}',
  pet: 'has {v}',
  possession: 'has {v}',
  preference: 'likes {v}',
  dislike: 'dislikes {v}',
  skill: 'can {v}',
  language: 'speaks {v}',
  health: 'has {v}',
  availability: '{v}',
  plan: '{v}',
  decision: 'decided: {v}',
  deadline: 'has the deadline {v}',
  price: 'costs {v}',
  place: 'is at {v}',
  time: 'is {v}',
  other: 'is {v}',
  note: '{v}',
}
const OF_A_THING: Partial<Record<FactAttribute, string>> = {
  deadline: 'is due {v}',
  contact: 'is {v}',
  relation: 'is {v}',
}

const PREPOSITION =
  /^(?:in|on|at|by|near|under|over|behind|beside|between|inside|outside|next to|with|from|upstairs|downstairs)(?: |$)/iu

/** One sentence in the third person: "Ann lives in Lisbon". */
export function sayFact(
  match: RuleMatch,
  value: string,
  language: FactLanguage,
  saidBy: string,
): string {
  const name = nameOf(match.about, saidBy)
  if (language !== 'en') return `${name}: ${match.statement}`
  const { rule, about, key } = match
  const template =
    rule.say ??
    (about.kind === 'thing' ? OF_A_THING[rule.attribute] : undefined) ??
    ENGLISH[rule.attribute]
  // "at in the fridge": the value has a preposition of its own.
  const own = PREPOSITION.test(value) ? template.replace('is at {v}', 'is {v}') : template
  const sentence = `${name} ${own.replace('{v}', value).replace('{k}', key ?? '')}`
  return match.ends ? `No longer: ${sentence}` : sentence
}

function nameOf(about: FactSubject, saidBy: string): string {
  if (about.kind === 'group') return 'The group'
  if (about.kind === 'person') return about.name
  return about.of === null ? `The ${about.name}` : `${saidBy}'s ${about.name}`
}
