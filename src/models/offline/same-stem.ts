/* Is it the same word in another form? Without a dictionary and in any language, by its beginning:
 *
 *   restaurant · restaurants      one is the other and at most three letters more
 *   встречи · встречу             a short ending on both, after a long enough beginning
 *   식당 · 식당이                   Korean syllables hold a few letters each, so two are enough
 */

const LONGEST_ENDING = 3

/** True when two folded words are likely forms of one. Mistakes both ways are expected and few. */
export function isSameStem(a: string, b: string): boolean {
  if (a === b) return true
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (short.length > 2 && singulars(long).includes(short)) return true
  const shared = sharedBeginning(short, long)
  const endings = [short.length - shared, long.length - shared]
  if (endings.some((ending) => ending > LONGEST_ENDING)) return false
  if (endings.includes(0)) return shared >= (isHangul(short) ? 2 : 4)
  // "content" and "contest" must stay apart, "кошка" and "кошку" together.
  return shared >= (isCyrillic(short) ? 4 : 5) && short.length + long.length - 2 * shared <= 3
}

/** Words grouped by stem: each word's group is named by the shortest of its forms. */
export function groupStems(words: Iterable<string>): Map<string, string> {
  const groups = new Map<string, string>()
  let head = ''
  // In alphabetical order the forms of a word stand together, the shortest first.
  for (const word of [...new Set(words)].sort()) {
    if (head === '' || !isSameStem(head, word)) head = word
    groups.set(word, head)
  }
  return groups
}

/** Enough English for the plurals the rule above is too strict for: cats, fixes, parties. */
function singulars(word: string): string[] {
  if (!/^[a-z]+s$/.test(word)) return []
  return [word.slice(0, -1), word.replace(/es$/, ''), word.replace(/ies$/, 'y')]
}

function sharedBeginning(short: string, long: string): number {
  let shared = 0
  while (shared < short.length && short[shared] === long[shared]) shared++
  return shared
}

const isHangul = (word: string) => /^\p{Script=Hangul}/u.test(word)
const isCyrillic = (word: string) => /^\p{Script=Cyrillic}/u.test(word)
