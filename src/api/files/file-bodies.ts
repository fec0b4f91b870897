import { z } from '@hono/zod-openapi'
import { AppError } from '../../domain/errors.ts'
import type { IncomingFile } from '../../domain/file.ts'
import type { Owner } from '../../files/files.ts'
import { shape } from '../wire/shape.ts'
import { Id, plainText, ThreadId, WireAuthor } from '../wire/wire.ts'

/* The two encodings of an upload: JSON, one file at a time, or a form, with one or more files. */

const MAX_LABEL = 4_000
const MAX_AT_ONCE = 100

export const FileLabel = z.string().min(1).max(MAX_LABEL).openapi({
  example: 'docs/setup.md',
  description: 'Name of the file, with folders; a label, never a path on a disk',
})

export const NewFileBody = shape(
  'NewFile',
  'A file. It belongs to a chat (`thread_id`), to a person (`author`), or to the workspace',
  z.object({
    path: FileLabel,
    content: z.string().nullish().openapi({
      description: 'Content as text; either this or `content_base64` is required',
      example: '# Setup\n\nRun the installer.',
    }),
    content_base64: z.string().nullish().openapi({
      description: 'Content of any format in base64; takes precedence over `content`',
    }),
    content_type: plainText(200).nullish().openapi({
      description:
        'MIME type; required if neither path nor content shows the type, or for the charset of a text that is not UTF-8, such as text/plain; charset=windows-1252',
    }),
    thread_id: ThreadId.nullish().openapi({ description: 'Chat that owns the file' }),
    author: WireAuthor.nullable()
      .openapi({
        description:
          'Person on the channel `api` who owns the file; default: the person of a member key; not together with `thread_id`',
      })
      .optional(),
  }),
)

// A form field is a string or a file; several under one name are a list.
const Upload = z.union([z.instanceof(File), z.array(z.instanceof(File)).min(1).max(MAX_AT_ONCE)])
export const FileForm = shape(
  'FileForm',
  'One or more files of the same owner',
  z.object({
    file: Upload.openapi({
      type: 'array',
      items: { type: 'string', format: 'binary' },
      description: 'The files, 1 to 100 fields with this name',
      example: ['@docs/setup.md'],
    }),
    path: FileLabel.optional().openapi({
      description:
        'Replaces the file’s own name; for several files, the folder they are in; default: their names',
      example: undefined,
    }),
    thread_id: ThreadId.optional().openapi({ description: 'Chat that owns the files' }),
    author_id: Id.optional().openapi({
      description:
        'Id of the person on the channel `api` who owns the files; default: the person of a member key',
      example: undefined,
    }),
  }),
)

export type UploadedFile = { readonly owner: Owner; readonly sent: readonly IncomingFile[] }

/** A file uploaded as JSON. */
export function fromJson(body: z.output<typeof NewFileBody>): UploadedFile {
  const { path, content, content_base64, content_type } = body
  if ((content ?? null) === null && (content_base64 ?? null) === null) {
    throw new AppError('invalid_request', 'Send the file as content (text) or content_base64.')
  }
  const owner = { threadId: body.thread_id ?? null, author: body.author ?? null }
  const contentType = content_type ?? null
  if (typeof content_base64 === 'string') {
    return { owner, sent: [{ path, bytes: decodeBase64(content_base64), contentType }] }
  }
  // Text in JSON is decoded already, in any charset.
  const type = contentType?.split(';')[0] ?? null
  return { owner, sent: [{ path, bytes: Buffer.from(content ?? ''), contentType: type }] }
}

/** Files uploaded as a form. */
export async function fromForm(form: z.output<typeof FileForm>): Promise<UploadedFile> {
  const uploads = [form.file].flat()
  const { path } = form
  const sent = uploads.map(async (file) => ({
    path: path === undefined ? file.name : uploads.length === 1 ? path : `${path}/${file.name}`,
    bytes: new Uint8Array(await file.arrayBuffer()),
    contentType: file.type || null,
  }))
  const owner = { threadId: form.thread_id ?? null, author: fileAuthor(form.author_id) }
  return { owner, sent: await Promise.all(sent) }
}

/** Checked by encoding it again: a pattern over megabytes would overflow the stack. */
function decodeBase64(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64')
  const plain = (encoded: string) => encoded.replaceAll(/[\s=]/g, '')
  if (plain(bytes.toString('base64')) === plain(text)) return bytes
  throw new AppError(
    'invalid_request',
    'content_base64: is not valid base64. Check the encoding.',
    {
      details: { field: 'content_base64' },
    },
  )
}

/** A person named by id alone. */
export function fileAuthor(id: string | undefined): Owner['author'] {
  return id === undefined ? null : { externalId: id, name: null, username: null, isBot: false }
}
