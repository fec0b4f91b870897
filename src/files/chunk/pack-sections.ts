import { fillOf, findCut, findOverlap } from './cut.ts'
import { isSamePath, type Section } from './section.ts'

/** A chunk as places in the text. */
export type SectionSpan = {
  /** Includes the text repeated from the chunk before; `freshFrom` is where the new text begins. */
  readonly start: number
  readonly freshFrom: number
  readonly end: number
  readonly paths: readonly (readonly string[])[]
  readonly header: string
}

/** Below this fill a chunk is too small to stand alone, and the next section joins it. */
const TOO_SMALL = 0.2
/** A section up to this much over the target is left whole: cutting it would leave a tiny chunk. */
const TOLERANCE = 1.25

/* Sections into chunks.
 *
 *   section    A ───────  A ──  B ─  B ─────────────────────────────  C ──
 *   chunks    [A ───────  A ──][B ─  B ──────────────][─ B ──────────][C ──]
 *                                                      └ repeated
 *
 * Sections of one place fill a chunk together; a new place begins a new chunk, unless the one at hand
 * is too small to stand alone. A section too large is cut at paragraphs, lines, sentences or words,
 * and the next chunk repeats the last sentence. Across places nothing is repeated: the heading says
 * where one is. */

/** Chunks of about the same size that follow the sections. */
export function* packSections(text: string, sections: Iterable<Section>): Generator<SectionSpan> {
  let open: SectionSpan | undefined
  let fill = 0
  for (const piece of cutLarge(text, sections)) {
    const size = fillOf(text, piece.start, piece.end)
    if (open !== undefined && mayJoin(open, fill, piece, size)) {
      open = { ...open, end: piece.end, paths: withPath(open.paths, piece.path) }
      fill += size
      continue
    }
    if (open !== undefined) yield open
    open = begin(text, piece, open)
    fill = fillOf(text, open.start, open.end) + fillOf(open.header)
  }
  if (open !== undefined) yield open
}

function mayJoin(open: SectionSpan, fill: number, section: Section, size: number): boolean {
  if (fill + size > 1 || open.header !== (section.header ?? '')) return false
  return open.paths.every((path) => isSamePath(path, section.path)) || fill < TOO_SMALL
}

function withPath(paths: SectionSpan['paths'], path: readonly string[]): SectionSpan['paths'] {
  const last = paths.at(-1)
  return last !== undefined && isSamePath(last, path) ? paths : [...paths, path]
}

function begin(text: string, section: Section, before: SectionSpan | undefined): SectionSpan {
  const { start, end, path, header = '' } = section
  const goesOn =
    before !== undefined &&
    header === '' &&
    before.end === start &&
    before.paths.some((other) => isSamePath(other, path))
  const from = goesOn ? findOverlap(text, before.freshFrom, start) : start
  return { start: from, freshFrom: start, end, paths: [path], header }
}

/** The same sections, the large ones in pieces. */
function* cutLarge(text: string, sections: Iterable<Section>): Generator<Section> {
  for (const section of sections) {
    let { start } = section
    while (fillOf(text, start, section.end) > TOLERANCE) {
      const end = findCut(text, start, section.end)
      yield { ...section, start, end }
      start = end
    }
    if (start < section.end) yield { ...section, start }
  }
}
