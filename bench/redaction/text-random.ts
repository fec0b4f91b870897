import type { Random } from '../../test/chaos/seeded-random.ts'

/** A string made of `length` characters of an alphabet. */
export function someOf(random: Random, alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[random.between(0, alphabet.length - 1)]).join('')
}

/** Decimal digits, leading zeros included. */
export function digits(random: Random, length: number): string {
  return someOf(random, '0123456789', length)
}

/** A whole number written with this many digits at least. */
export function padded(random: Random, from: number, to: number, width: number): string {
  return String(random.between(from, to)).padStart(width, '0')
}

/** Any of a list; lists in this bench are never empty. */
export function anyOf<T>(random: Random, items: readonly T[]): T {
  return items[random.between(0, items.length - 1)] as T
}

export const LOWER = 'abcdefghijklmnopqrstuvwxyz'
export const UPPER = LOWER.toUpperCase()
export const HEX = '0123456789abcdef'
export const BASE62 = `${LOWER}${UPPER}0123456789`
