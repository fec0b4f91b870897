import { z } from 'zod'
import type { Chunk } from '../../domain/piece.ts'
import { shownTo } from '../../domain/question.ts'
import { findInFiles } from '../views/search.ts'
import { defineTool, limitArg, textArg } from './tool.ts'

/** Search over the files that may be shown where the question was asked. */
export const searchFilesTool = defineTool({
  name: 'search_files',
  description: 'Passages of the files that may be shown here that answer a query best, best first.',
  schema: z.strictObject({
    query: textArg(1_000).describe('What to look for, in words that may stand in the files'),
    limit: limitArg(20, 5, 'passages'),
  }),
  run: async ({ question, lookedUp }, { query, limit }, deps) => {
    const chunks = await findInFiles(shownTo(question), { text: query, limit }, deps)
    for (const { fileId } of chunks) lookedUp.fileIds.add(fileId)
    return { passages: chunks.map(toPassage) }
  },
})

function toPassage({ path, startLine, endLine, page, heading, text }: Chunk) {
  return {
    path,
    lines: `${startLine}-${endLine}`,
    ...(page === null ? {} : { page }),
    heading,
    text,
  }
}
