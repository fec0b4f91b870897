import type { FactAttribute } from '../../domain/fact.ts'

/**
 * English words with which people ask for an attribute and which its statement need not have: "job" for "Ann works as a
 * nurse". Questions in other languages find it by meaning.
 */
export const ATTRIBUTE_WORDS: Readonly<Record<FactAttribute, string>> = {
  name: 'name called',
  home: 'home live living city town country move moved address',
  origin: 'from origin born grew',
  age: 'age old',
  birthday: 'birthday born birth',
  job: 'job work profession occupation career',
  employer: 'employer work working company job',
  study: 'study studying university school degree',
  contact: 'contact reach',
  diet: 'diet eat food vegetarian vegan',
  deadline: 'deadline due',
  price: 'price cost costs much',
  time: 'time when start',
  place: 'place where',
  plan: 'plan plans planning',
  decision: 'decision decide decided agree agreed',
  availability: 'available free availability when',
  allergy: 'allergy allergic allergies eat',
  relation: 'family relation',
  pet: 'pet pets animal',
  possession: 'have own',
  preference: 'like likes love favourite favorite prefer',
  dislike: 'dislike hate dislikes',
  skill: 'skill can able',
  language: 'language languages speak speaks',
  health: 'health ill sick',
  note: '',
  other: '',
}
