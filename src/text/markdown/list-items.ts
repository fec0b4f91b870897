/** An item of a list: how it is marked in a chat, and its first line. */
export type ListItem = { readonly mark: string; readonly text: string }

const ITEM = /^[ \t]*(?:([-*+])|(\d{1,9}[.)]))[ \t]+(?=\S)/
const TAB = 4

/** Reads a line that begins an item; null if it begins none. Numbers stay as they were typed. */
export function readItem(line: string): ListItem | null {
  const found = ITEM.exec(line)
  if (!found) return null
  return { mark: found[2] ?? '•', text: line.slice(found[0].length) }
}

/**
 * Tells how deep each item of a list lies, item after item. What counts is who stands further in than whom,
 * not by how many spaces: models use two, three, four or a tab.
 */
export function listDepths(): { depthOf: (line: string) => number; end: () => void } {
  let indents: number[] = []
  return {
    depthOf: (line) => {
      const indent = indentOf(line)
      while (indents.length > 1 && indent < (indents.at(-1) ?? 0)) indents.pop()
      // One space more is no level, it is carelessness.
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
