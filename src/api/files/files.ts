import { z } from '@hono/zod-openapi'
import { formatThreadId } from '../../domain/chat.ts'
import { AppError, isAppError } from '../../domain/errors.ts'
import type { IncomingFile, StoredFile } from '../../domain/file.ts'
import type { FileId } from '../../domain/ids.ts'
import type { Principal } from '../../domain/principal.ts'
import type { Files, Owner } from '../../files/files.ts'
import type { FileOutcome } from '../../files/store-file.ts'
import type { Api } from '../env.ts'
import { defineRoute } from '../route.ts'
import { arrayOf, textOrNull } from '../wire/fields.ts'
import { jsonReply, pageSize, plainText, ThreadId } from '../wire/wire.ts'
import { FileForm, FileLabel, fileAuthor, fromForm, fromJson, NewFileBody } from './file-bodies.ts'
import { WireChunk, WireFile, WireFileOutcome } from './file-shapes.ts'

export type { FileEntry } from './file-shapes.ts'

const fileId = z.object({
  id: z
    .string()
    .regex(/^\d{1,15}$/, 'must be a number')
    .openapi({ example: '4', description: 'Id of the file' }),
})

const post = defineRoute({
  method: 'post',
  path: '/api/files',
  tag: 'Files',
  summary: 'Add or replace files',
  description:
    'Markdown, text, source code, HTML, CSV, JSON, PDF, DOCX. A file belongs to a chat (thread_id), to a person (author, or the person of a member key), or otherwise to the workspace. It is identified by owner and path: the same content changes nothing, other content replaces the file under the same id. A file that cannot be read is rejected; files before it in the request stay stored.',
  request: {
    body: {
      content: {
        'application/json': {
          schema: NewFileBody,
          example: {
            path: 'docs/setup.md',
            content: '# Setup\n\nRun the installer.',
            thread_id: 'api:team',
          },
        },
        'multipart/form-data': { schema: FileForm },
      },
    },
  },
  responses: {
    200: jsonReply(
      z.object({ files: arrayOf(WireFileOutcome, 'The files, in the order of the request') }),
      'The files, each with its status',
    ),
  },
  errors: [
    'chat_not_found',
    'file_not_found',
    'too_many_files',
    'file_too_large',
    'file_type_unknown',
    'file_unreadable',
    'file_empty',
  ],
})

const list = defineRoute({
  method: 'get',
  path: '/api/files',
  tag: 'Files',
  summary: 'List files',
  description:
    'In the order in which they were added: the files of a chat, of a person, or all files that the key may read outside of chats (staff keys: all files).',
  request: {
    query: z.object({
      thread_id: ThreadId.optional().openapi({ description: 'Only files of this chat' }),
      author_id: plainText(200).optional().openapi({
        description:
          'Only files of this person of the channel `api`; not together with `thread_id`',
        example: 'u1',
      }),
      path: FileLabel.optional().openapi({ description: 'Only the file with this path' }),
      after: fileId.shape.id.optional().openapi({
        description: '`next` of the previous page; default: the first page',
      }),
      limit: pageSize(1_000, 100),
    }),
  },
  responses: {
    200: jsonReply(
      z.object({
        files: arrayOf(WireFile, 'The files, oldest first'),
        next: textOrNull('`after` of the next page; null on the last'),
      }),
      'A page of files; `next` is null on the last page',
    ),
  },
  errors: ['chat_not_found'],
})

const show = defineRoute({
  method: 'get',
  path: '/api/files/{id}',
  tag: 'Files',
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
        file: WireFile.openapi({ description: 'The file' }),
        content: textOrNull('The whole text, with `include=content`; else null'),
        chunks: z.array(WireChunk).nullable().openapi({
          description: 'The text in chunks, with `include=chunks`; else null',
        }),
      }),
      'The file with its text',
    ),
  },
  errors: ['file_not_found'],
})

const remove = defineRoute({
  method: 'delete',
  path: '/api/files/{id}',
  tag: 'Files',
  summary: 'Delete a file',
  description:
    'Its text, chunks, vectors and pins are erased, and the answers derived from it. A file of the workspace can be deleted by staff keys only.',
  request: { params: fileId },
  responses: { 204: { description: 'Deleted' } },
  errors: ['file_not_found'],
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
        `"${file.path.slice(0, 200)}": ${error.message} The ${kept.length} files before it are stored.`,
        { cause: error, details: { ...error.details, path: file.path.slice(0, 200) } },
      )
    }
  }
  return kept
}

function toWireKept({ status, file }: FileOutcome): z.infer<typeof WireFileOutcome> {
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
