import { listRecentChunks } from '../../db/search-chunks.ts'
import type { Source } from './source.ts'

const LIMIT = 5

/**
 * How the files begin that were looked at last: what somebody who says "the document" may mean. Found
 * at little weight; other sources say whether it matters.
 */
export const recentFilesSource: Source = {
  name: 'recent files',
  needsVector: false,
  hearsBareTags: false,
  find: async (db, { shown, query }) => {
    const chunks = await listRecentChunks(db, shown, LIMIT)
    return chunks.map((chunk, i) => ({
      piece: { kind: 'chunk', chunk },
      finding: {
        by: 'recent files',
        weight: query.leansOnConversation ? 0.3 / (i + 1) : 0,
        reason: 'looked at lately',
      },
    }))
  },
}
