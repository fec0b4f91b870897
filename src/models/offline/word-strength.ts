import { isSameStem } from './same-stem.ts'

const STEM_STRENGTH = 0.9
/** Below this, shared letters are chance: "invoce" scores .43 with "invoices", "invest" .31 with "invoice". */
const MIN_LIKENESS = 0.4

/**
 * How well the best of the words matches this one, 0 to 1: itself, a form of it, or a similar spelling (invoce
 * for invoice) by shared trigrams.
 */
export function wordStrength(word: string, words: ReadonlySet<string>): number {
  if (words.has(word)) return 1
  const strengths = [...words].map((other) => {
    if (isSameStem(word, other)) return STEM_STRENGTH
    const likeness = spellingLikeness(word, other)
    return likeness < MIN_LIKENESS ? 0 : likeness * STEM_STRENGTH
  })
  return strengths.reduce((best, strength) => Math.max(best, strength), 0)
}

/** Dice's coefficient over trigrams of the marked words. */
function spellingLikeness(a: string, b: string): number {
  if (Math.min(a.length, b.length) < 4) return 0
  const runs = runsOfThree(a)
  const others = runsOfThree(b)
  const shared = [...runs].filter((run) => others.has(run)).length
  return (2 * shared) / (runs.size + others.size)
}

function runsOfThree(word: string): Set<string> {
  const marked = `<${word}>`
  return new Set(Array.from({ length: marked.length - 2 }, (_, i) => marked.slice(i, i + 3)))
}
