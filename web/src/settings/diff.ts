import { diffArrays } from 'diff'

/* What changed from one text to another: line by line, and within a changed line word by word. Lists are compared, not
 * texts: to the library's own lines a last line without a line break is another line. */

export type DiffPart = { readonly kind: 'same' | 'removed' | 'added'; readonly text: string }
export type DiffLine = { readonly kind: 'same' | 'removed' | 'added'; readonly parts: DiffPart[] }

/** Lines or words that were changed, or not changed, together. */
type Stretch = { readonly kind: DiffPart['kind']; readonly texts: readonly string[] }

/** The lines of both texts in one list. A removed line beside the added one that took its place. */
export function diffTexts(before: string, after: string): DiffLine[] {
  const stretches = compare(splitLines(before), splitLines(after))
  return stretches.flatMap((stretch, i): DiffLine[] => {
    const { kind, texts } = stretch
    if (kind === 'same') return texts.map((text) => ({ kind, parts: [{ kind, text }] }))
    const previous = stretches[i - 1]
    if (kind === 'added') return previous?.kind === 'removed' ? [] : pairUp([], texts)
    const next = stretches[i + 1]
    return pairUp(texts, next?.kind === 'added' ? next.texts : [])
  })
}

/** Within a stretch of changed lines the first removed and the first added belong together, and so on. */
function pairUp(removed: readonly string[], added: readonly string[]): DiffLine[] {
  return Array.from({ length: Math.max(removed.length, added.length) }, (_, i) => {
    const words = compare(splitWords(removed[i] ?? ''), splitWords(added[i] ?? ''))
    const lineOf = (kind: 'removed' | 'added'): DiffLine => ({
      kind,
      parts: words
        .filter((one) => one.kind === 'same' || one.kind === kind)
        .map((one) => ({ kind: one.kind, text: one.texts.join('') })),
    })
    return [
      ...(i < removed.length ? [lineOf('removed')] : []),
      ...(i < added.length ? [lineOf('added')] : []),
    ]
  }).flat()
}

function compare(before: string[], after: string[]): Stretch[] {
  return diffArrays(before, after).map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    texts: value,
  }))
}

function splitLines(text: string): string[] {
  return text === '' ? [] : text.split('\n')
}

/** Words with the space before each, so that together they are the line again. */
function splitWords(line: string): string[] {
  return line.match(/\s*\S+\s*?(?=\s|$)|\s+/gu) ?? []
}
