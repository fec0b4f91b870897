/* What changed from one text to another: line by line, and within a changed line word by word. */

export type DiffPart = { readonly kind: 'same' | 'removed' | 'added'; readonly text: string }
export type DiffLine = { readonly kind: 'same' | 'removed' | 'added'; readonly parts: DiffPart[] }

/** The lines of both texts in one list. A removed line beside the added one that took its place. */
export function diffTexts(before: string, after: string): DiffLine[] {
  const lines = diff(splitLines(before), splitLines(after))
  const out: DiffLine[] = []
  for (let i = 0; i < lines.length; ) {
    if (lines[i]?.kind === 'same') {
      out.push({ kind: 'same', parts: [{ kind: 'same', text: lines[i]?.text ?? '' }] })
      i += 1
      continue
    }
    const changed = lines.slice(i, nextSame(lines, i))
    out.push(...pairUp(changed))
    i += changed.length
  }
  return out
}

function nextSame(lines: readonly DiffPart[], from: number): number {
  const found = lines.findIndex(({ kind }, i) => i >= from && kind === 'same')
  return found === -1 ? lines.length : found
}

/** Within a stretch of changed lines the first removed and the first added belong together, and so on. */
function pairUp(changed: readonly DiffPart[]): DiffLine[] {
  const removed = changed.filter(({ kind }) => kind === 'removed')
  const added = changed.filter(({ kind }) => kind === 'added')
  const out: DiffLine[] = []
  for (let i = 0; i < Math.max(removed.length, added.length); i += 1) {
    const words = diff(splitWords(removed[i]?.text ?? ''), splitWords(added[i]?.text ?? ''))
    for (const kind of ['removed', 'added'] as const) {
      const isThere = kind === 'removed' ? i < removed.length : i < added.length
      if (!isThere) continue
      out.push({
        kind,
        parts: merge(words.filter((one) => one.kind === 'same' || one.kind === kind)),
      })
    }
  }
  return out
}

function splitLines(text: string): string[] {
  return text === '' ? [] : text.split('\n')
}

/** Words with the space after each, so that together they are the line again. */
function splitWords(line: string): string[] {
  return line.match(/\s*\S+\s*?(?=\s|$)|\s+/gu) ?? []
}

function merge(parts: readonly DiffPart[]): DiffPart[] {
  const out: { kind: DiffPart['kind']; text: string }[] = []
  for (const { kind, text } of parts) {
    const last = out.at(-1)
    if (last?.kind === kind) last.text += text
    else out.push({ kind, text })
  }
  return out
}

/**
 * The shortest way from one list to the other, by the longest common subsequence. A table of all pairs: a
 * persona has at most 4,000 characters.
 */
function diff(before: readonly string[], after: readonly string[]): DiffPart[] {
  const width = after.length + 1
  const common = new Uint16Array((before.length + 1) * width)
  const at = (i: number, j: number) => common[i * width + j] ?? 0
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      common[i * width + j] =
        before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const out: DiffPart[] = []
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    const [old, young] = [before[i], after[j]]
    if (old !== undefined && old === young) {
      out.push({ kind: 'same', text: old })
      i += 1
      j += 1
    } else if (old !== undefined && (young === undefined || at(i + 1, j) >= at(i, j + 1))) {
      out.push({ kind: 'removed', text: old })
      i += 1
    } else if (young !== undefined) {
      out.push({ kind: 'added', text: young })
      j += 1
    }
  }
  return out
}
