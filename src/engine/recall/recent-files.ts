import { listRecentChunks } from '../../db/search/search-chunks.ts'
import type { Source } from './source.ts'

const LIMIT = 5

/**
 * How the files begin that were looked at last: what somebody who says "that document" may mean. Asked
 * only by a question that leans on what was before it.
 */
export const recentFilesSource: Source = {
  name: 'recent files',
  needsVector: false,
  hears: (query) => query.leansOnConversation && !query.isBareTag,
  find: async (db, { shown }) => {
    const chunks = await listRecentChunks(db, shown, LIMIT)
    return chunks.map((chunk, i) => ({
      piece: { kind: 'chunk', chunk },
      finding: { by: 'recent files', weight: 0.3 / (i + 1), reason: 'looked at lately' },
    }))
  },
}
