import type { SourceLine } from '../../domain/prompt.ts'
import type { Embedder } from '../../models/embedder.ts'
import { findSubjectChanges } from '../../text/segment/find-subject-changes.ts'

/** Fewer lines than these are no subject yet. */
const FEWEST = 2

/**
 * What was said since the subject last changed, of a talk that goes on: what it was about before must
 * not outvote what it is about now. All of it where that would leave too little.
 */
export async function sinceLastChange(
  lines: readonly SourceLine[],
  embedder: Embedder,
): Promise<readonly SourceLine[]> {
  const vectors = await embedder.embed(lines.map(({ text }) => text))
  const last = findSubjectChanges(lines, vectors).findLast(({ at }) => lines.length - at >= FEWEST)
  return last === undefined ? lines : lines.slice(last.at)
}
