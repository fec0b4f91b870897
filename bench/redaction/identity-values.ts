import type { Random } from '../../test/chaos/seeded-random.ts'
import { anyOf, digits, padded, someOf } from './text-random.ts'

/* Numbers states give to people, made by the check rules their offices publish. Each comes with the country
 * it is of: some cannot be told from any other number unless words beside it say so. */

export type Identity = { readonly country: string; readonly value: string }

const weighted = (text: string, weights: readonly number[]) =>
  weights.reduce((sum, weight, i) => sum + weight * Number(text[i]), 0)

/** Social security number: area not 000, 666 or 9xx. */
function us(random: Random): string {
  const area = padded(random, 1, 665, 3)
  const rest = [padded(random, 1, 99, 2), padded(random, 1, 9999, 4)]
  return [area, ...rest].join(anyOf(random, ['-', '-', ' ']))
}

/** National insurance number: two letters, six digits, A to D. */
function uk(random: Random): string {
  const value = [
    anyOf(random, ['AB', 'JG', 'CE', 'SR', 'WK', 'PX']),
    digits(random, 2),
    digits(random, 2),
    digits(random, 2),
    anyOf(random, ['A', 'B', 'C', 'D']),
  ]
  return value.join(anyOf(random, ['', ' ']))
}

/** Steuer-ID: eleven digits, one of the first ten twice, ISO 7064 MOD 11,10. */
function de(random: Random): string {
  const order = [...'0123456789'].sort(() => random.next() - 0.5)
  const [first = '0', ...others] = order[0] === '0' ? order.reverse() : order
  others[others.length - 1] = first
  const body = first + others.sort(() => random.next() - 0.5).join('')
  let product = 10
  for (const digit of body) {
    const sum = (Number(digit) + product) % 10 || 10
    product = (sum * 2) % 11
  }
  const whole = `${body}${(11 - product) % 10}`
  return anyOf(random, [whole, whole.replace(/(..)(...)(...)(...)/, '$1 $2 $3 $4')])
}

/** NIR: sex, year, month, place, order, and 97 less the rest by 97. */
function fr(random: Random): string {
  const body = `${random.between(1, 2)}${digits(random, 2)}${padded(random, 1, 12, 2)}${padded(random, 1, 95, 2)}${padded(random, 1, 989, 3)}${padded(random, 1, 999, 3)}`
  const whole = body + String(97n - (BigInt(body) % 97n)).padStart(2, '0')
  return anyOf(random, [
    whole,
    whole.replace(/(.)(..)(..)(..)(...)(...)(..)/, '$1 $2 $3 $4 $5 $6 $7'),
  ])
}

/** DNI and NIE: the letter is the number by 23. */
function es(random: Random): string {
  const letter = (number: number) => 'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23]
  const body = digits(random, 8)
  const lead = random.between(0, 2)
  const short = digits(random, 7)
  return anyOf(random, [
    `${body}${letter(Number(body))}`,
    `${body}-${letter(Number(body))}`,
    `${'XYZ'[lead]}${short}${letter(Number(`${lead}${short}`))}`,
  ])
}

const ODD = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
]

/** Codice fiscale: fifteen characters and a letter summed by the odd and even tables. */
function it(random: Random): string {
  const body = `${someOf(random, 'BCDFGLMNPRSTVZ', 6)}${digits(random, 2)}${anyOf(random, [...'ABCDEHLMPRST'])}${padded(random, 1, 31, 2)}${anyOf(random, [...'ABCDEFGHIL'])}${padded(random, 1, 999, 3)}`
  const sum = [...body].reduce((total, character, i) => {
    const value = /\d/.test(character) ? Number(character) : character.charCodeAt(0) - 65
    return total + (i % 2 === 0 ? (ODD[value] ?? 0) : value)
  }, 0)
  const whole = body + String.fromCharCode(65 + (sum % 26))
  return random.chance(0.2) ? whole.toLowerCase() : whole
}

/** PESEL: birth date, serial, weights 1 3 7 9. */
function pl(random: Random): string {
  const month = random.between(1, 12) + anyOf(random, [0, 20])
  const body = `${digits(random, 2)}${String(month).padStart(2, '0')}${padded(random, 1, 28, 2)}${digits(random, 4)}`
  return `${body}${(10 - (weighted(body, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]) % 10)) % 10}`
}

/** BSN: the eleven-test, the last digit counting minus one. */
function nl(random: Random): string {
  for (;;) {
    const body = `${random.between(1, 9)}${digits(random, 7)}`
    const last = weighted(body, [9, 8, 7, 6, 5, 4, 3, 2]) % 11
    if (last < 10) return `${body}${last}`
  }
}

/** CPF: nine digits and two by eleven. */
function br(random: Random): string {
  const check = (body: string) => {
    const rest =
      weighted(
        body,
        [...body].map((_, i) => body.length + 1 - i),
      ) % 11
    return rest < 2 ? 0 : 11 - rest
  }
  const body = digits(random, 9)
  const tenth = check(body)
  const whole = `${body}${tenth}${check(`${body}${tenth}`)}`
  return anyOf(random, [whole, whole.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4')])
}

/** Aadhaar: twelve digits, the last by Verhoeff's group of the pentagon. */
function india(random: Random): string {
  const body = `${random.between(2, 9)}${digits(random, 10)}`
  const last = [...'0123456789'].find((digit) => pentagonSum(body + digit) === 0)
  const whole = `${body}${last}`
  return anyOf(random, [whole.replaceAll(/(....)(?=.)/g, '$1 '), whole])
}

/** Verhoeff's sum, from the definition: turns and flips of a pentagon, permuted by place. */
function pentagonSum(number: string): number {
  const compose = (a: number, b: number) =>
    a < 5
      ? b < 5
        ? (a + b) % 5
        : 5 + ((a + b - 5) % 5)
      : b < 5
        ? 5 + ((a - 5 - b + 5) % 5)
        : (a - b + 5) % 5
  const step = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4]
  return [...number].reverse().reduce((sum, digit, place) => {
    let value = Number(digit)
    for (let i = 0; i < place % 8; i++) value = step[value] ?? 0
    return compose(sum, value)
  }, 0)
}

/** РНОКПП: days since 1899, serial, and a sum by eleven. */
function ua(random: Random): string {
  const body = `${random.between(20000, 39000)}${digits(random, 4)}`
  return `${body}${(((weighted(body, [-1, 5, 7, 9, 4, 6, 10, 5, 7]) % 11) + 11) % 11) % 10}`
}

/** ИНН of a person: twelve digits, the last two by eleven. */
function inn(random: Random): string {
  const body = `${padded(random, 1, 92, 2)}${digits(random, 8)}`
  const eleventh = (weighted(body, [7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11) % 10
  const longer = `${body}${eleventh}`
  return `${longer}${(weighted(longer, [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11) % 10}`
}

/** СНИЛС: nine digits and their weighted sum by 101. */
function snils(random: Random): string {
  const body = `${random.between(100, 199)}${digits(random, 6)}`
  const rest = (weighted(body, [9, 8, 7, 6, 5, 4, 3, 2, 1]) % 101) % 100
  const whole = `${body}${String(rest).padStart(2, '0')}`
  return anyOf(random, [whole.replace(/(...)(...)(...)(..)/, '$1-$2-$3 $4'), whole])
}

const MAKERS = { us, uk, de, fr, es, it, pl, nl, br, in: india, ua, inn, snils } as const

/** A number of some country's register. */
export function identity(random: Random): Identity {
  const country = anyOf(random, Object.keys(MAKERS) as (keyof typeof MAKERS)[])
  return { country, value: MAKERS[country](random) }
}
