import type { SourceLine } from '../../domain/prompt.ts'
import type { Embedder } from '../../models/embedder.ts'
import { findSubjectChanges } from '../../text/segment/find-subject-changes.ts'

/** Fewer lines are not a subject yet. */
const FEWEST = 2

/**
 * The lines of an open session since its last subject change: the previous subject must not outvote the
 * current one. All of them where that would leave too few.
 */
export async function sinceLastChange(
  lines: readonly SourceLine[],
  embedder: Embedder,
): Promise<readonly SourceLine[]> {
  const vectors = await embedder.embed(lines.map(({ text }) => text))
  const last = findSubjectChanges(lines, vectors).findLast(({ at }) => lines.length - at >= FEWEST)
  return last === undefined ? lines : lines.slice(last.at)
}
