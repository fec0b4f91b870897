import { termsOf } from '../../text/terms.ts'

/* Terms as numbers, for scoring many texts at once.
 *
 * A thousand texts are 70,000 words, and to make, stem and count a string for each takes 24 ms. Here a
 * plain word is hashed while it is read, and its term found by the hash, without a string: 6.5 ms with all
 * of scoring. The slot given by one hash and 32 bits of two must agree, so that no two words collide. */

/** A text's distinct terms in the order of first appearance, and how often each occurs. */
export type NumberedText = { readonly terms: readonly number[]; readonly counts: readonly number[] }

export type TermNumbers = {
  /** The number of a term: from 0 up, without gaps. */
  of(term: string): number
  /** The terms of a text, the same that termsOf finds. */
  read(text: string): NumberedText
  /** How many terms have a number. */
  size(): number
}

/** Words are found by their hash in half a megabyte, which stays in the processor's cache. */
const SLOT_BITS = 16
const SLOTS = 2 ** SLOT_BITS
/**
 * A word that finds no slot within so many probes is looked up as a string: where the table is full, or an
 * attacker prepared words that hash to one slot.
 */
const LONGEST_SEARCH = 16
/** A numbering with more terms is replaced before its next use. */
const MAX_TERMS = 30_000

let shared: TermNumbers | null = null

/** The shared numbering, so that a word is stemmed once. */
export function termNumbers(): TermNumbers {
  if (shared === null || shared.size() > MAX_TERMS) shared = createTermNumbers()
  return shared
}

/** An empty numbering. */
export function createTermNumbers(): TermNumbers {
  const numbers = new Map<string, number>()
  // Per slot, adjacent: the number of its word's term, plus one, and the word's two hashes in one.
  const table = new Int32Array(2 * SLOTS)
  // Per term: the text it was last seen in, and its place among that text's terms.
  let seenIn = new Int32Array(1_024)
  let places = new Int32Array(1_024)
  let texts = 0

  const numberOf = (term: string): number => {
    const known = numbers.get(term)
    if (known !== undefined) return known
    const number = numbers.size
    numbers.set(term, number)
    if (number === seenIn.length) {
      seenIn = doubled(seenIn)
      places = doubled(places)
    }
    return number
  }
  const add = ({ terms, counts }: Reading, number: number) => {
    if (seenIn[number] === texts) {
      const place = places[number] as number
      counts[place] = (counts[place] as number) + 1
      return
    }
    seenIn[number] = texts
    places[number] = terms.length
    terms.push(number)
    counts.push(1)
  }
  const find = (text: string, start: number, end: number, hash: number, check: number): number => {
    const both = hash ^ check
    const wanted = Math.imul(hash ^ (hash >>> 15), 0x85eb_ca6b) >>> (32 - SLOT_BITS)
    for (let step = 0; step < LONGEST_SEARCH; step += 1) {
      const at = 2 * ((wanted + step) & (SLOTS - 1))
      if (table[at] === 0) {
        const number = numberOf(termOf(text, start, end))
        table.set([number + 1, both], at)
        return number
      }
      if (table[at + 1] === both) return (table[at] as number) - 1
    }
    return numberOf(termOf(text, start, end))
  }
  /** Null if a part of it is not plain. */
  const readPlain = (text: string): Reading | null => {
    const reading: Reading = { terms: [], counts: [] }
    let start = -1
    let hash = 0
    let check = 0
    for (let i = 0; i <= text.length; i += 1) {
      const code = i === text.length ? END : text.charCodeAt(i)
      if (code >= KINDS.length) return null
      const kind = KINDS[code] as number
      if (kind > SKIPPED) {
        if (start < 0) start = i
        hash = Math.imul(hash ^ kind, 0x9e37_79b1)
        check = (Math.imul(check, 31) + kind) | 0
      } else if (kind === GAP && start >= 0) {
        add(reading, find(text, start, i, hash, check))
        start = -1
        hash = 0
        check = 0
      }
    }
    return reading
  }
  const readAny = (text: string): Reading => {
    const reading: Reading = { terms: [], counts: [] }
    for (const term of termsOf(text)) add(reading, numberOf(term))
    return reading
  }
  return {
    of: numberOf,
    size: () => numbers.size,
    read: (text) => {
      texts += 1
      const plain = readPlain(text)
      if (plain !== null) return plain
      texts += 1
      return readAny(text)
    },
  }
}

type Reading = { readonly terms: number[]; readonly counts: number[] }

function termOf(text: string, start: number, end: number): string {
  return termsOf(text.slice(start, end))[0] ?? ''
}

const [GAP, SKIPPED] = [0, 1]
const END = 0
/** The kind of each plain character: a letter or digit by its code, in lower case. */
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const letter = String.fromCharCode(code).toLowerCase()
  if (letter === "'") return SKIPPED
  return /[a-z0-9]/.test(letter) ? letter.charCodeAt(0) : GAP
})

function doubled(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * numbers.length)
  larger.set(numbers)
  return larger
}
