/** An item of a list: its mark in a chat, and its first line. */
type ListItem = { readonly mark: string; readonly text: string }

const ITEM = /^[ \t]*(?:([-*+])|(\d{1,9}[.)]))[ \t]+(?=\S)/
const TAB = 4

/** Reads a line that begins an item; null if it begins none. Numbers stay as they were typed. */
export function readItem(line: string): ListItem | null {
  const found = ITEM.exec(line)
  if (!found) return null
  return { mark: found[2] ?? '•', text: line.slice(found[0].length) }
}

/**
 * Computes the depth of each item of a list, item after item. The order of indents counts, not the number of spaces:
 * models use two, three, four or a tab.
 */
export function listDepths(): { depthOf: (line: string) => number; end: () => void } {
  let indents: number[] = []
  return {
    depthOf: (line) => {
      const indent = indentOf(line)
      while (indents.length > 1 && indent < (indents.at(-1) ?? 0)) indents.pop()
      // One more space is a typo, not a level.
      if (indents.length === 0 || indent > (indents.at(-1) ?? 0) + 1) indents.push(indent)
      return indents.length - 1
    },
    end: () => {
      indents = []
    },
  }
}

function indentOf(line: string): number {
  const blank = line.slice(0, line.length - line.trimStart().length)
  return blank.replaceAll('\t', ' '.repeat(TAB)).length
}
