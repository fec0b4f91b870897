import { UNSPACED } from '../scripts.ts'

/* Which stars, underscores and tildes are markup.
 *
 * CommonMark's rules with two changes. They check whether a mark is next to a letter or next to
 * punctuation, and so leave **「重要」**な as it is, which models write in languages without spaces; here
 * punctuation counts as a letter. And they make 2*3*4 italic; here a mark between two letters or digits
 * opens nothing. Letters of scripts that have no spaces between words are not letters in this sense. */

export type Emphasis = 'bold' | 'italic' | 'strike'

/** Whether a run of equal marks may open or close emphasis at its place. */
type Flanks = { readonly canOpen: boolean; readonly canClose: boolean }

const SPACE = /^\s?$/u
const DIGIT = /\p{N}/u
const WORD = /[\p{L}\p{N}\p{M}_]/u
const WITHOUT_SPACES = new RegExp(
  String.raw`[${UNSPACED}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`,
  'u',
)
/** Before an underscore these belong to a name or an address: /_next; after it if a word follows: __x__.py. */
const JOINS = /[@/\\.#$%&=+:-]/
/** A call or an index: _t_(x). */
const CALLS = /[([]/
/** __init__ and __name__ are names, __Note__ is emphasis. */
const DUNDER = /^[a-z0-9_]{1,40}$/

/** The styles that a run of marks stands for; none if it is too long. */
export function stylesOf(mark: string, length: number): readonly Emphasis[] {
  if (mark === '~') return length === 2 ? ['strike'] : []
  if (length === 1) return ['italic']
  if (length === 2) return ['bold']
  return length === 3 ? ['bold', 'italic'] : []
}

/** Whether the run of marks from `start` to `end` may open or close, judged by its neighbours. */
export function flanksOf(text: string, start: number, end: number): Flanks {
  const [before, after] = [text.charAt(start - 1), text.charAt(end)]
  const flanks = { canOpen: !SPACE.test(after), canClose: !SPACE.test(before) }
  const mark = text.charAt(start)
  if (mark === '~') return flanks
  if (mark === '_') {
    const startsWord = !isWord(before) && !JOINS.test(before)
    const joins = JOINS.test(after) && isWord(text.charAt(end + 1))
    const endsWord = !isWord(after) && !CALLS.test(after) && !joins
    return { canOpen: flanks.canOpen && startsWord, canClose: flanks.canClose && endsWord }
  }
  if (!isWord(before) || !isWord(after)) return flanks
  // **Uni**versity is emphasis; 2*3*4 and 2**10 are arithmetic.
  return { canOpen: false, canClose: end - start > 1 && !DIGIT.test(after) }
}

/** Whether the two underscores on each side of this belong to a name. */
export function isDunder(mark: string, style: Emphasis, content: string): boolean {
  return mark === '_' && style === 'bold' && DUNDER.test(content)
}

function isWord(character: string): boolean {
  return WORD.test(character) && !WITHOUT_SPACES.test(character)
}
