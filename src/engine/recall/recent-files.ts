import { listRecentChunks } from '../../db/search/search-chunks.ts'
import type { Source } from './source.ts'

const LIMIT = 5
/** Of the file used last; each further one has a fifth less, and the last is still above what a context requires. */
const WEIGHT = 0.3
const FALL = 0.8

/**
 * The first chunks of the files used last: what "that document" may refer to. Applies only to questions
 * that lean on the conversation before them.
 */
export const recentFilesSource: Source = {
  name: 'recent files',
  needsVector: false,
  appliesTo: (query) => query.leansOnConversation && !query.isBareTag,
  find: async (db, { shown }) => {
    const chunks = await listRecentChunks(db, shown, LIMIT)
    return chunks.map((chunk, i) => ({
      piece: { kind: 'chunk', chunk },
      finding: {
        by: 'recent files',
        part: 'search',
        weight: WEIGHT * FALL ** i,
        reason: 'recently used',
      },
    }))
  },
}
