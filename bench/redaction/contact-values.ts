import type { Random } from '../../test/chaos/seeded-random.ts'
import { anyOf, digits, HEX, padded, someOf } from './text-random.ts'

/* Addresses, numbers and accounts that hold by their public definitions and belong to nobody we know of:
 * RFC 5322 and 6531 for mail, national numbering plans for telephones, ISO/IEC 7812 for cards, ISO 13616
 * for accounts, RFC 4291 for addresses of machines. */

const GIVEN = 'anna,joao,wei,fatima,lukas,o.brien,marie-claire,kofi,jürgen,ivan,priya,sven'.split(
  ',',
)
const FAMILY = 'novak,santos,zhang,haddad,weber,dupont,mensah,petrov,rao,lind,kim,garcia'.split(',')
const HOSTS =
  'gmail.com,proton.me,mail.ru,gmx.de,uol.com.br,company.co.uk,dept.univ-lyon.fr,example.technology,ukr.net,163.com,post.example.org,my-firm.io'.split(
    ',',
  )

/** A mail address. */
export function email(random: Random): string {
  const [given, family] = [anyOf(random, GIVEN), anyOf(random, FAMILY)]
  const local = anyOf(random, [
    `${given}.${family}`,
    `${given}${digits(random, 2)}`,
    `${given[0]}_${family}`,
    `${family}+${anyOf(random, ['news', 'shop', 'bank'])}`,
    `${given}-${family}${digits(random, 4)}`,
    `${given.toUpperCase()}.${family.toUpperCase()}`,
  ])
  const host = random.chance(0.05) ? 'почта.рф' : anyOf(random, HOSTS)
  return `${local}@${host}`
}

/** N stands for 2 to 9, x for any digit; the area codes and mobile prefixes are really assigned ones. */
const PHONE_SHAPES: readonly string[] = [
  ...['(415) Nxx-xxxx', '212-Nxx-xxxx', '312.Nxx.xxxx', '+1 604 Nxx xxxx', '+1-713-Nxx-xxxx'],
  ...['+44 20 7Nxx xxxx', '07700 9xxxxx', '+44 7911 1xxxxx', '020 7Nxx xxxx', '+447400xxxxxx'],
  ...['+49 30 Nxxxxxxx', '030 / Nxxxxxxx', '0151 Nxxxxxxx', '+49 (0)171 Nxxxxxx', '+4917Nxxxxxxxx'],
  ...['06 12 xx xx xx', '+33 6 23 xx xx xx', '01.42.xx.xx.xx', '+336Nxxxxxxx'],
  ...['+34 612 xxx xxx', '612 xx xx xx', '+39 347 xxx xxxx', '347 xxxxxxx', '+39 06 6xxx xxxx'],
  ...['+48 601 xxx xxx', '601-xxx-xxx', '+31 6 2xxxxxxx', '06-2xxxxxxx'],
  ...[
    '+7 (916) Nxx-xx-xx',
    '8 (916) Nxx-xx-xx',
    '8-903-Nxx-xx-xx',
    '+7903Nxxxxxx',
    '8 916 Nxx xx xx',
  ],
  ...['+380 67 Nxx xx xx', '(067) Nxx-xx-xx', '067 Nxx xx xx', '+380 (50) Nxx-xx-xx'],
  ...['+55 11 9Nxxx-xxxx', '(11) 9Nxxx-xxxx', '+91 98Nxx xxxxx', '98Nxx xxxxx', '+91-98Nxxxxxxx'],
  ...[
    '+81 90-Nxxx-xxxx',
    '090-Nxxx-xxxx',
    '+86 138 Nxxx xxxx',
    '138 Nxxx xxxx',
    '+82 10-Nxxx-xxxx',
  ],
  ...['+972 54-Nxx-xxxx', '054-Nxxxxxx', '+971 50 Nxx xxxx', '+90 532 Nxx xx xx', '0532 Nxx xx xx'],
  ...[
    '+20 100 Nxx xxxx',
    '+234 803 Nxx xxxx',
    '+61 412 xxx xxx',
    '0412 xxx xxx',
    '+41 79 Nxx xx xx',
  ],
  ...['0041 79 Nxx xx xx', '00 44 20 7Nxx xxxx', '011 44 20 7Nxx xxxx'],
]

/** A telephone number, as people of its country write it. */
export function phone(random: Random): string {
  return fillShape(random, anyOf(random, PHONE_SHAPES))
}

/** The same without anything between the digits: only words beside it say what it is. */
export function barePhone(random: Random): string {
  return phone(random).replaceAll(/[^\d+]/g, '')
}

function fillShape(random: Random, shape: string): string {
  return shape.replaceAll(/[Nx]/g, (place) => padded(random, place === 'N' ? 2 : 0, 9, 1))
}

/** Issuer prefix, length, groups. */
const CARDS = [
  ['4', 16, [4, 4, 4, 4]],
  ['4', 13, [4, 3, 3, 3]],
  ['51', 16, [4, 4, 4, 4]],
  ['2221', 16, [4, 4, 4, 4]],
  ['34', 15, [4, 6, 5]],
  ['37', 15, [4, 6, 5]],
  ['6011', 16, [4, 4, 4, 4]],
  ['3530', 16, [4, 4, 4, 4]],
  ['36', 14, [4, 6, 4]],
  ['2200', 16, [4, 4, 4, 4]],
  ['62', 19, [6, 13]],
  ['5018', 16, [4, 4, 4, 4]],
] as const

/** A payment card's number with its check digit (ISO/IEC 7812, annex B). */
export function card(random: Random): string {
  const [prefix, length, groups] = anyOf(random, CARDS)
  const body = prefix + digits(random, length - prefix.length - 1)
  const sum = [...body].reverse().reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  const whole = `${body}${(10 - (sum % 10)) % 10}`
  return inGroups(whole, groups, anyOf(random, [' ', '-', '', ' ', '.']))
}

function inGroups(text: string, sizes: readonly number[], between: string): string {
  const ends = sizes.map((_, i) => sizes.slice(0, i + 1).reduce((sum, size) => sum + size, 0))
  return ends.map((end, i) => text.slice(ends[i - 1] ?? 0, end)).join(between)
}

/** Country and its account part: n digits, a capitals, c either. */
const IBANS = [
  ['DE', 'n18'],
  ['GB', 'a4n14'],
  ['FR', 'n10c11n2'],
  ['ES', 'n20'],
  ['IT', 'a1n10c12'],
  ['NL', 'a4n10'],
  ['PL', 'n24'],
  ['UA', 'n6c19'],
  ['CH', 'n5c12'],
  ['NO', 'n11'],
  ['BR', 'n23a1c1'],
  ['MT', 'a4n5c18'],
] as const

/** An account number with its two check digits (ISO 13616). */
export function iban(random: Random): string {
  const [country, structure] = anyOf(random, IBANS)
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  const account = structure.replaceAll(/([nac])(\d+)/g, (_, kind: string, length: string) =>
    kind === 'n'
      ? digits(random, Number(length))
      : someOf(random, kind === 'a' ? letters : `${letters}0123456789`, Number(length)),
  )
  const asNumber = `${account}${country}00`.replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  const whole = country + String(98n - (BigInt(asNumber) % 97n)).padStart(2, '0') + account
  return anyOf(random, [whole, whole.replaceAll(/(.{4})(?=.)/g, '$1 '), whole.toLowerCase()])
}

/** An address of a machine, version 4 or 6. */
export function ip(random: Random): string {
  const byte = () => String(random.between(0, 255))
  const word = () => someOf(random, HEX, random.between(1, 4))
  return anyOf(random, [
    () => `${random.between(128, 223)}.${byte()}.${byte()}.${byte()}`,
    () => `192.168.${byte()}.${byte()}`,
    () => `10.${byte()}.${byte()}.${byte()}`,
    () => `2001:db8:${word()}:${word()}:${word()}:${word()}:${word()}:${word()}`,
    () => `2a02:${word()}::${word()}`,
    () => `fe80::${word()}:${word()}:${word()}:${word()}`,
    () => `::ffff:${random.between(128, 223)}.${byte()}.${byte()}.${byte()}`,
  ])()
}

/** The address of a network card. */
export function mac(random: Random): string {
  const bytes = Array.from({ length: 6 }, () => someOf(random, HEX, 2))
  const joined = bytes.join(anyOf(random, [':', '-']))
  return anyOf(random, [
    joined,
    joined.toUpperCase(),
    bytes.join('').replace(/(....)(....)/, '$1.$2.'),
  ])
}
