import type { Document, Heading } from '../../domain/file.ts'
import { splitLines } from '../chunk/lines.ts'

const FENCE = /^ {0,3}(`{3,}|~{3,})/
const ATX = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/
const UNDERLINE = /^ {0,3}(=+|-{2,})[ \t]*$/
const MAX_LINE = 1_000

/** Markdown is stored as written; its headings and its title are extracted. */
export function readMarkdownFile(text: string): Pick<Document, 'title' | 'text' | 'headings'> {
  const headings: Heading[] = []
  const front = frontMatter(text)
  let fence: string | null = null
  let before: { text: string; start: number } | null = null
  for (const { start, end } of splitLines(text, front.end)) {
    // A line longer than any heading may be megabytes long; it is skipped.
    const line = end - start > MAX_LINE ? 'x' : text.slice(start, end)
    const mark = FENCE.exec(line)?.[1]
    if (mark !== undefined) fence = nextFence(fence, mark)
    const atx = fence === null && mark === undefined ? ATX.exec(line) : null
    if (atx !== null) {
      headings.push({ offset: start, level: atx[1]?.length ?? 1, title: plain(atx[2] ?? '') })
    } else if (fence === null && before !== null && UNDERLINE.test(line)) {
      const level = line.trimStart().startsWith('=') ? 1 : 2
      headings.push({ offset: before.start, level, title: plain(before.text) })
    }
    const isParagraph =
      fence === null && mark === undefined && atx === null && /^\s*[^\s>|#*+-]/.test(line)
    before = isParagraph && !UNDERLINE.test(line) ? { text: line, start } : null
  }
  const named = headings.filter(({ title }) => title !== '')
  const first = named.find(({ level }) => level === 1) ?? named[0]
  return { title: front.title || (first?.title ?? ''), text, headings: named }
}

/** The fence that is open after this mark: a fence is closed only by the same mark, at least as long. */
export function nextFence(open: string | null, mark: string): string | null {
  if (open === null) return mark
  return mark[0] === open[0] && mark.length >= open.length ? null : open
}

/** The mark of a fenced block in this line, or null. */
export function fenceMark(line: string): string | null {
  return FENCE.exec(line)?.[1] ?? null
}

function frontMatter(text: string): { title: string; end: number } {
  const [block] = /^---\n[\s\S]{0,10000}?\n---(?=\n|$)/.exec(text) ?? []
  if (block === undefined) return { title: '', end: 0 }
  const title = /^title:[ \t]*(.+)$/m.exec(block)?.[1] ?? ''
  return { title: title.trim().replaceAll(/^["']|["']$/g, ''), end: block.length }
}

/** A heading without its markup. */
function plain(title: string): string {
  return title
    .replace(/[ \t]+#+[ \t]*$/, '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*_`]+(?=\S)|(?<=\S)[*_`]+/g, (mark) => (mark.includes('_') ? mark : ''))
    .trim()
}
