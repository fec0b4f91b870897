import { sentencesOf } from '../../text/words.ts'
import type { ImportedMemory } from './imported-memory.ts'
import { readMemoryLine } from './read-memory-lines.ts'

/* The memory of Claude as it is shown and exported: Markdown with headings, and under each paragraphs or bullets; asked for an
 * export, it writes lines with a day in brackets, in a block of code. */

const HEADING = /^\s*(?:#{1,6}\s+\S|\*\*[^*]{1,80}\*\*:?\s*$|__[^_]{1,80}__:?\s*$)/u
const FENCE = /^\s*(?:```|~~~)/u
const RULE = /^\s*(?:-{3,}|\*{3,}|_{3,}|={3,})\s*$/u
const LIST_ITEM = /^\s*(?:[-*•–—▪◦]|\d{1,4}[.)])\s+/u
/** A paragraph of prose with more is read by sentences. */
const MAX_PARAGRAPH = 300

/** True if a text has headings or blocks of Markdown. */
export function isMemoryMarkdown(text: string): boolean {
  return text.split(/\r\n|\r|\n/u).some((line) => HEADING.test(line) || FENCE.test(line))
}

/** The memories of a Markdown text: list items, and paragraphs, long ones a sentence each. Headings are none. */
export function readMemoryMarkdown(text: string): ImportedMemory[] {
  return text.split(/\r\n|\r|\n/u).flatMap((line, i) => {
    if (HEADING.test(line) || FENCE.test(line) || RULE.test(line)) return []
    const isProse = !LIST_ITEM.test(line) && line.length > MAX_PARAGRAPH
    const parts = isProse ? sentencesOf(line) : [line]
    return parts.flatMap((part) => readMemoryLine(withoutMarks(part), i + 1) ?? [])
  })
}

function withoutMarks(line: string): string {
  return line.replaceAll(/(\*\*|__)(?=\S)([^*_\n]{1,200})\1/gu, '$2').replaceAll('`', '')
}
