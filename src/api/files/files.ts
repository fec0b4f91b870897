import { createRoute, z } from '@hono/zod-openapi'
import { formatThreadId } from '../../domain/chat.ts'
import { AppError, isAppError } from '../../domain/errors.ts'
import type { IncomingFile, StoredFile } from '../../domain/file.ts'
import type { FileId } from '../../domain/ids.ts'
import type { Principal } from '../../domain/principal.ts'
import type { Files, Owner } from '../../files/files.ts'
import type { FileOutcome } from '../../files/store-file.ts'
import type { Api } from '../env.ts'
import { jsonReply, plainText, problems, ThreadId } from '../wire/wire.ts'
import { FileForm, FileLabel, fileAuthor, fromForm, fromJson, NewFileBody } from './file-bodies.ts'

const PAGE = 100

export const WireFile = z
  .object({
    id: z.string(),
    path: z.string(),
    title: z.string(),
    content_type: z.string(),
    bytes: z.number(),
    chunks: z.number().openapi({ description: 'Number of chunks' }),
    thread_id: z
      .string()
      .nullable()
      .openapi({ description: 'Chat that owns the file; null if none' }),
    person: z.string().nullable().openapi({ description: 'Person who owns the file, channel:id' }),
    created_at: z.string(),
    updated_at: z.string(),
    accessed_at: z.string(),
  })
  .openapi('File')
export type FileEntry = z.infer<typeof WireFile>
const Kept = WireFile.extend({ status: z.enum(['added', 'replaced', 'unchanged']) }).openapi(
  'FileOutcome',
)
const WireChunk = z
  .object({
    id: z.string(),
    heading: z.string(),
    start_line: z.number(),
    end_line: z.number(),
    page: z.number().nullable(),
    text: z.string(),
  })
  .openapi('Chunk')
const fileId = z.object({
  id: z
    .string()
    .regex(/^\d{1,15}$/, 'must be a number')
    .openapi({ example: '12', description: 'File id' }),
})

const post = createRoute({
  method: 'post',
  path: '/api/files',
  summary: 'Add or replace files',
  description:
    'Markdown, text, source code, HTML, CSV, JSON, PDF, DOCX. A file belongs to a chat (thread_id), to a person (author, or the person of a member key), or otherwise to the workspace. It is identified by owner and path: the same content changes nothing, other content replaces the file under the same id. A file that cannot be read is rejected; files before it in the request stay stored.',
  request: {
    body: {
      content: {
        'application/json': { schema: NewFileBody },
        'multipart/form-data': { schema: FileForm },
      },
    },
  },
  responses: {
    200: jsonReply(z.object({ files: z.array(Kept) }), 'The files, each with its status'),
    ...problems,
  },
})

const list = createRoute({
  method: 'get',
  path: '/api/files',
  summary: 'List files',
  description:
    'In the order in which they were added: the files of a chat, of a person, or all files that the key may read outside of chats (staff keys: all files).',
  request: {
    query: z.object({
      thread_id: ThreadId.optional(),
      author_id: plainText(200).optional().openapi({ description: 'Only files of this person' }),
      path: FileLabel.optional(),
      after: fileId.shape.id.optional().openapi({ description: '`next` of the previous page' }),
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(1_000)
        .default(PAGE)
        .openapi({ description: 'Page size' }),
    }),
  },
  responses: {
    200: jsonReply(
      z.object({ files: z.array(WireFile), next: z.string().nullable() }),
      'A page of files; `next` is null on the last page',
    ),
    ...problems,
  },
})

const show = createRoute({
  method: 'get',
  path: '/api/files/{id}',
  summary: 'Get a file',
  description: 'With the text extracted from it, in chunks or as a whole.',
  request: {
    params: fileId,
    query: z.object({
      include: z.enum(['chunks', 'content']).default('chunks').openapi({
        description: 'Return the text in chunks, or as a whole in `content`',
      }),
    }),
  },
  responses: {
    200: jsonReply(
      z.object({
        file: WireFile,
        content: z.string().nullable(),
        chunks: z.array(WireChunk).nullable(),
      }),
      'The file',
    ),
    ...problems,
  },
})

const remove = createRoute({
  method: 'delete',
  path: '/api/files/{id}',
  summary: 'Delete a file',
  description: 'Its text, chunks, vectors and pins are erased, and the answers derived from it.',
  request: { params: fileId },
  responses: { 204: { description: 'Deleted' }, ...problems },
})

/** The routes of files: added, listed, shown, deleted. */
export function addFileRoutes(api: Api, files: Files): void {
  api.openapi(post, async (c) => {
    const isForm = /^multipart\//i.test(c.req.header('content-type') ?? '')
    // The content type has selected one of the two shapes; the types do not know which.
    const { owner, sent } = isForm
      ? await fromForm(c.req.valid('form') as z.output<typeof FileForm>)
      : fromJson(c.req.valid('json') as z.output<typeof NewFileBody>)
    const kept = await storeAll(files, c.get('principal'), owner, sent)
    return c.json({ files: kept.map(toWireKept) }, 200)
  })
  api.openapi(list, async (c) => {
    const { thread_id, author_id, path, after, limit } = c.req.valid('query')
    const owner = { threadId: thread_id ?? null, author: fileAuthor(author_id) }
    const page = { above: Number(after ?? 0) as FileId, limit, path: path ?? null }
    const found = await files.list(c.get('principal'), owner, page)
    const next = found.length === limit ? String(found.at(-1)?.id) : null
    return c.json({ files: found.map(toWire), next }, 200)
  })
  api.openapi(show, async (c) => {
    const id = Number(c.req.valid('param').id) as FileId
    const shown = await files.show(c.get('principal'), id, c.req.valid('query').include)
    const chunks = shown.chunks?.map(({ id, heading, startLine, endLine, page, text }) => {
      return { id: String(id), heading, start_line: startLine, end_line: endLine, page, text }
    })
    const body = { file: toWire(shown.file), content: shown.content, chunks: chunks ?? null }
    return c.json(body, 200)
  })
  api.openapi(remove, async (c) => {
    await files.delete(c.get('principal'), Number(c.req.valid('param').id) as FileId)
    return c.body(null, 204)
  })
}

/** One after the other: an error names the file that cannot be read, and how many were stored before it. */
async function storeAll(
  files: Files,
  principal: Principal,
  owner: Owner,
  sent: readonly IncomingFile[],
): Promise<FileOutcome[]> {
  const kept: FileOutcome[] = []
  for (const file of sent) {
    try {
      kept.push(await files.keep(principal, owner, file))
    } catch (error) {
      if (!isAppError(error) || sent.length === 1) throw error
      throw new AppError(
        error.code,
        `"${file.path.slice(0, 200)}": ${error.message} The ${kept.length} files before it are kept.`,
        { cause: error, details: { ...error.details, path: file.path.slice(0, 200) } },
      )
    }
  }
  return kept
}

function toWireKept({ status, file }: FileOutcome): z.infer<typeof Kept> {
  return { ...toWire(file), status }
}

/** A file on the wire, without its text. */
export function toWire(file: StoredFile): z.infer<typeof WireFile> {
  const { channel, externalId } = file
  const owner =
    channel === null || externalId === null
      ? null
      : formatThreadId({ channel, externalId, topic: null })
  return {
    id: String(file.id),
    path: file.path,
    title: file.title,
    content_type: file.contentType,
    bytes: file.bytes,
    chunks: file.chunkCount,
    thread_id: file.chatId === null ? null : owner,
    person: file.personId === null ? null : owner,
    created_at: file.createdAt.toISOString(),
    updated_at: file.updatedAt.toISOString(),
    accessed_at: file.accessedAt.toISOString(),
  }
}
