import { createRoute, z } from '@hono/zod-openapi'
import type { Engine } from '../../engine/engine.ts'
import type { FileHit } from '../../engine/views/search-files.ts'
import type { Api } from '../env.ts'
import { jsonReply, plainText, problems, ThreadId } from '../wire/wire.ts'
import { toWire as toWireFile, WireFile } from './files.ts'

const Hit = z
  .object({
    file: WireFile,
    chunk_id: z.string(),
    heading: z.string(),
    start_line: z.number(),
    end_line: z.number(),
    page: z.number().nullable(),
    from_line: z.number().openapi({ description: 'First line with a matching term' }),
    to_line: z.number().openapi({ description: 'Last such line in the excerpt' }),
    excerpt: z.string(),
    ranges: z
      .array(z.object({ start: z.number(), end: z.number() }))
      .openapi({ description: 'Matches to highlight in the excerpt, in UTF-16 code units' }),
    score: z.number(),
  })
  .openapi('FileHit')

const Hits = z
  .object({
    hits: z.array(Hit).openapi({ description: 'Best match first' }),
    read_as: z.array(z.object({ wrote: z.string(), meant: z.string() })).openapi({
      description: 'Misspelled terms of the query and the corrections that were searched for',
    }),
    complete: z.boolean().openapi({
      description:
        'False if more chats and people have files than were searched; search by thread_id then',
    }),
  })
  .openapi('FileHits')
export type FileHits = z.infer<typeof Hits>

const search = createRoute({
  method: 'get',
  path: '/api/files/search',
  summary: 'Search in files',
  description:
    'The same search as for answers: by keywords, with spelling correction, and by meaning. With a thread_id it searches the files of the chat and of the workspace, as a question in that chat would. Without it, it searches all files that the key may read outside of chats (staff keys: all files).',
  request: {
    query: z.object({
      q: plainText(500).openapi({ description: 'Search text' }),
      thread_id: ThreadId.optional(),
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(50)
        .default(20)
        .openapi({ description: 'Maximum number of chunks' }),
    }),
  },
  responses: { 200: jsonReply(Hits, 'The best matching chunks'), ...problems },
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
