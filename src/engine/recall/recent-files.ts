import { listRecentChunks } from '../../db/search/search-chunks.ts'
import type { Source } from './source.ts'

const LIMIT = 5

/**
 * The first chunks of the files used last: what "that document" may refer to. Applies only to questions
 * that lean on the conversation before them.
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
