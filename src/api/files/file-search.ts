import { z } from '@hono/zod-openapi'
import type { Engine } from '../../engine/engine.ts'
import type { FileHit } from '../../engine/views/search-files.ts'
import type { Api } from '../env.ts'
import { defineRoute } from '../route.ts'
import { arrayOf, count, countOrNull, decimal, flag, text } from '../wire/fields.ts'
import { shape } from '../wire/shape.ts'
import { WireRange } from '../wire/shared-shapes.ts'
import { jsonReply, pageSize, plainText, ThreadId } from '../wire/wire.ts'
import { WireFile } from './file-shapes.ts'
import { toWire as toWireFile } from './files.ts'

const Hit = shape(
  'FileHit',
  'A chunk that matches a search',
  z.object({
    file: WireFile.openapi({ description: 'File of the chunk' }),
    chunk_id: text('Id of the chunk', '31'),
    heading: text('Headings above it, or its function; empty if there is none', 'Setup'),
    start_line: count('First line of the chunk, from 1', 1),
    end_line: count('Last line of the chunk', 3),
    page: countOrNull('Page, from 1; null if the file has no pages'),
    from_line: count('First line with a match, or of the chunk if it matches by meaning only', 3),
    to_line: count('Line of the last match in the excerpt, or last line of the chunk', 3),
    excerpt: text('Part of the chunk around the matches; may be empty', 'Run the installer.'),
    ranges: arrayOf(WireRange, 'Matches to highlight in the excerpt'),
    score: decimal('Score of the search; higher is better', 0.81),
  }),
)

const Hits = shape(
  'FileHits',
  'Chunks that match a search',
  z.object({
    hits: arrayOf(Hit, 'Best match first'),
    read_as: z
      .array(
        z.object({
          wrote: text('Term of the query that no file contains', 'instaler'),
          meant: text('Term that was searched for instead', 'installer'),
        }),
      )
      .openapi({
        description: 'Misspelled terms of the query and the corrections that were searched for',
      }),
    complete: flag(
      'False if more than 20 chats and people have files, and only the 20 with the newest were searched; search by thread_id then',
      true,
    ),
  }),
)
export type FileHits = z.infer<typeof Hits>

const search = defineRoute({
  method: 'get',
  path: '/api/files/search',
  tag: 'Files',
  summary: 'Search in files',
  description:
    'The same search as for answers: by keywords, with spelling correction, and by meaning. With a thread_id it searches the files of the chat and of the workspace, as a question in that chat would. Without it, it searches all files that the key may read outside of chats (staff keys: all files).',
  request: {
    query: z.object({
      q: plainText(500).openapi({ description: 'Search text', example: 'instaler' }),
      thread_id: ThreadId.optional().openapi({
        description: 'Chat whose files are searched; default: as described above',
      }),
      limit: pageSize(50, 20),
    }),
  },
  responses: { 200: jsonReply(Hits, 'The best matching chunks') },
  errors: ['chat_not_found', 'embedding_failed'],
})

/** The search over files. Before the routes of single files: "search" is no id. */
export function addFileSearchRoutes(api: Api, engine: Engine): void {
  api.openapi(search, async (c) => {
    const { q, thread_id, limit } = c.req.valid('query')
    const request = { text: q, threadId: thread_id ?? null, limit }
    const { hits, meant, isComplete } = await engine.searchFiles(c.get('principal'), request)
    const read_as = [...meant].map(([wrote, word]) => ({ wrote, meant: word }))
    return c.json({ hits: hits.map(toWire), read_as, complete: isComplete }, 200)
  })
}

function toWire({ file, chunk, score, excerpt, spans, lines }: FileHit): z.infer<typeof Hit> {
  return {
    file: toWireFile(file),
    chunk_id: String(chunk.id),
    heading: chunk.heading,
    start_line: chunk.startLine,
    end_line: chunk.endLine,
    page: chunk.page,
    from_line: lines.from,
    to_line: lines.to,
    excerpt,
    ranges: [...spans],
    score,
  }
}
