import type { Random } from '../../test/chaos/seeded-random.ts'
import { anyOf } from './text-random.ts'

/* Ways in which people keep a machine from reading what other people still can. */

export const DISGUISES = [
  'zero-width',
  'full-width digits',
  'Arabic-Indic digits',
  'spaced digits',
  'at and dot',
  'homoglyphs',
  'spelled digits',
  'mixed',
] as const
export type Disguise = (typeof DISGUISES)[number]

const UNSEEN = ['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u180e']
const TWINS: Readonly<Record<string, string>> = {
  a: 'а',
  c: 'с',
  e: 'е',
  i: 'і',
  o: 'о',
  p: 'р',
  x: 'х',
  y: 'у',
  A: 'Α',
  B: 'В',
  E: 'Ε',
  H: 'Н',
  K: 'Κ',
  M: 'М',
  O: 'О',
  P: 'Р',
  T: 'Т',
  X: 'Χ',
  C: 'С',
}
const SPELLED = 'zero one two three four five six seven eight nine'.split(' ')
const AT = [' at ', '(at)', ' [at] ', ' собака ', '{at}', ' (a) ', ' @ ']
const DOT = [' dot ', '[dot]', ' (dot) ', ' точка ', '[.]', '(.)']

/** Which kinds a disguise is used for: nobody spells out a private key. */
export function disguisesOf(kind: string): readonly Disguise[] {
  const numeric: Disguise[] = ['zero-width', 'full-width digits', 'Arabic-Indic digits', 'mixed']
  if (kind === 'email') return ['zero-width', 'at and dot', 'homoglyphs', 'mixed']
  if (kind === 'phone') return [...numeric, 'spaced digits', 'spelled digits']
  if (kind === 'card') return [...numeric, 'spaced digits', 'spelled digits']
  if (kind === 'iban') return [...numeric, 'spaced digits', 'homoglyphs']
  if (kind === 'national id') return [...numeric, 'spaced digits', 'homoglyphs']
  if (kind === 'secret') return ['zero-width', 'homoglyphs']
  return numeric
}

/** The value in disguise. */
export function disguise(random: Random, value: string, kind: string, how: Disguise): string {
  if (how === 'zero-width') return sprinkle(random, value)
  if (how === 'full-width digits') return inDigits(value, 0xff10)
  if (how === 'Arabic-Indic digits') return inDigits(value, anyOf(random, [0x660, 0x6f0]))
  if (how === 'spaced digits') return value.replaceAll(/(\d)(?=[\dA-Z])/g, '$1 ')
  if (how === 'spelled digits') return spell(random, value)
  if (how === 'at and dot') return withWords(random, value)
  if (how === 'homoglyphs') return withTwins(random, value)
  return mixed(random, value, kind)
}

function mixed(random: Random, value: string, kind: string): string {
  if (kind === 'email') return sprinkle(random, withTwins(random, withWords(random, value)))
  return sprinkle(random, inDigits(withTwins(random, value), anyOf(random, [0xff10, 0x966])))
}

/** Something without width after every third character, so that nothing long stays whole. */
function sprinkle(random: Random, value: string): string {
  const characters = [...value]
  const last = characters.length - 1
  return characters
    .map((character, i) =>
      i < last && i % 3 === 1 ? character + anyOf(random, UNSEEN) : character,
    )
    .join('')
}

function inDigits(value: string, zero: number): string {
  return value.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))
}

function spell(random: Random, value: string): string {
  const between = anyOf(random, [' ', '-', ' '])
  return [...value.replaceAll(/\D/g, '')].map((digit) => SPELLED[Number(digit)]).join(between)
}

function withWords(random: Random, value: string): string {
  const dot = anyOf(random, DOT)
  const [local = '', host = ''] = value.split('@')
  return `${local}${anyOf(random, AT)}${host.replaceAll('.', dot)}`
}

/** The first letter that has a twin, and one in two of the others. */
function withTwins(random: Random, value: string): string {
  let isFirst = true
  return value.replaceAll(/[A-Za-z]/g, (letter) => {
    const twin = TWINS[letter]
    if (twin === undefined || !(isFirst || random.chance(0.5))) return letter
    isFirst = false
    return twin
  })
}
