import { mix, printWords } from './word-print.ts'

/* Texts that are nearly equal: quotes, forwards, a chunk of two versions of a file.
 *
 * Two texts are duplicates if their words are the same, or if of all runs of three words that occur in
 * either, nine in ten occur in both (Jaccard). And their numbers must be the same: "at 9:30" and "at 10:30"
 * may be in texts that are otherwise equal, and that difference is the point.
 *
 * Comparing every pair is too slow. But in any fixed order of runs, two sets of n with a similarity of 0.9
 * must share one of their first n/10 + 1. Only those are indexed, rarest first, so a text is compared with
 * hardly any but its duplicates, even if all of them contain "kind regards". */

const MIN_DUPLICATE_SIMILARITY = 0.9
const RUN_LENGTH = 3

/** What is compared: of two duplicates the one of higher value stays. */
type Valued = { readonly text: string; readonly value: number }

/** For each duplicate the text it repeats, which itself repeats none. */
export function nearDuplicates<T extends Valued>(items: readonly T[]): Map<T, T> {
  const repeats = new Map<T, T>()
  const bySameWords = new Map<number, T>()
  const prints: Print<T>[] = []
  for (const item of items.toSorted((a, b) => worthOf(b) - worthOf(a))) {
    const print = printOf(item)
    const same = bySameWords.get(print.allWords)
    if (same !== undefined && saysTheSame(same.text, item.text)) repeats.set(item, same)
    else prints.push(print)
    if (same === undefined) bySameWords.set(print.allWords, item)
  }
  const byRun = new Map<number, Print<T>[]>()
  for (const print of rarestFirst(prints)) {
    const alike = findAlike(print, byRun)
    if (alike === null) index(print, byRun)
    else repeats.set(print.item, alike)
  }
  // The duplicate of a duplicate repeats the first.
  for (const [item, other] of repeats) repeats.set(item, repeats.get(other) ?? other)
  return repeats
}

/** A text as it is compared; everything but the item is hashes. */
type Print<T> = {
  readonly item: T
  readonly allWords: number
  readonly numbers: number
  /** Runs of three words. */
  readonly runs: Float64Array
}

function printOf<T extends Valued>(item: T): Print<T> {
  const { words, numbers } = printWords(item.text)
  const runs = new Float64Array(Math.max(0, words.length - RUN_LENGTH + 1))
  // Texts without words must have the same signs.
  const said = words.length > 0 ? words : Int32Array.from(item.text.trim(), signOf)
  let allWords = said.length
  for (let i = 0; i < said.length; i++) allWords = mix(allWords, said[i] ?? 0)
  for (let i = 0; i < runs.length; i++) {
    let run = 1
    for (let j = i; j < i + RUN_LENGTH; j++) run = mix(run, words[j] ?? 0)
    runs[i] = run >>> 0
  }
  return { item, allWords, numbers, runs }
}

function signOf(character: string): number {
  return character.codePointAt(0) ?? 0
}

/** Hashes may collide, and dropping a text for that would be wrong; so equal hashes are verified. */
function saysTheSame(a: string, b: string): boolean {
  const letters = lettersOf(a)
  return letters === lettersOf(b) && (letters !== '' || a.trim() === b.trim())
}

function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '')
}

/** Makes each text's runs a set sorted by how often they occur in all texts: counted in 2^16 buckets. */
function rarestFirst<T>(prints: readonly Print<T>[]): Print<T>[] {
  const uses = new Uint32Array(0x1_0000)
  for (const { runs } of prints) {
    for (let i = 0; i < runs.length; i++) {
      const box = (runs[i] ?? 0) & 0xffff
      uses[box] = (uses[box] ?? 0) + 1
    }
  }
  const withUses = (run: number) => (uses[run & 0xffff] ?? 0) * 2 ** 32 + run
  return prints.map((print) => ({ ...print, runs: toSet(print.runs.map(withUses)) }))
}

function toSet(numbers: Float64Array): Float64Array {
  numbers.sort()
  let size = 0
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i] ?? 0
    if (i === 0 || number !== numbers[size - 1]) numbers[size++] = number
  }
  return numbers.subarray(0, size)
}

/** The runs of which any duplicate must share one. */
function firstRuns({ runs }: Print<unknown>): Float64Array {
  return runs.subarray(0, runs.length - Math.ceil(runs.length * MIN_DUPLICATE_SIMILARITY) + 1)
}

function index<T>(print: Print<T>, byRun: Map<number, Print<T>[]>): void {
  for (const run of firstRuns(print)) {
    const list = byRun.get(run)
    if (list === undefined) byRun.set(run, [print])
    else list.push(print)
  }
}

function findAlike<T>(print: Print<T>, byRun: ReadonlyMap<number, readonly Print<T>[]>): T | null {
  for (const run of firstRuns(print)) {
    for (const other of byRun.get(run) ?? []) {
      if (other.numbers === print.numbers && areAlike(print.runs, other.runs)) return other.item
    }
  }
  return null
}

function areAlike(a: Float64Array, b: Float64Array): boolean {
  if (Math.min(a.length, b.length) < MIN_DUPLICATE_SIMILARITY * Math.max(a.length, b.length))
    return false
  let [i, j, shared] = [0, 0, 0]
  while (i < a.length && j < b.length) {
    const difference = (a[i] ?? 0) - (b[j] ?? 0)
    if (difference === 0) shared++
    if (difference <= 0) i++
    if (difference >= 0) j++
  }
  return shared >= MIN_DUPLICATE_SIMILARITY * (a.length + b.length - shared)
}

function worthOf({ value }: Valued): number {
  return value > 0 ? value : 0
}
