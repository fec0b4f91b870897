import { z } from '@hono/zod-openapi'
import { count, countOrNull, text, textOrNull, time } from '../wire/fields.ts'
import { shape } from '../wire/shape.ts'

/* The shapes of files. */

export const WireFile = shape(
  'File',
  'A stored file, without its text',
  z.object({
    id: text('Id of the file', '4'),
    path: text('Name of the file, with folders', 'docs/setup.md'),
    title: text('Title in the file, or its name', 'Setup'),
    content_type: text('MIME type, with the charset if one was given', 'text/markdown'),
    bytes: count('Size as uploaded, in bytes', 27),
    chunks: count('Number of chunks', 1),
    thread_id: textOrNull('Chat that owns the file, channel:chat; null if none', 'api:team'),
    person: textOrNull('Person who owns the file, channel:id; null if none'),
    created_at: time('Time of the first upload'),
    updated_at: time('Time of the last upload with other content'),
    accessed_at: time('Time at which it was last read or cited'),
  }),
)
export type FileEntry = z.infer<typeof WireFile>
export const WireFileOutcome = shape(
  'FileOutcome',
  'A file, and what the upload changed',
  WireFile.extend({
    status: z.enum(['added', 'replaced', 'unchanged']).openapi({
      description:
        '`replaced`: other content under the same owner and path. `unchanged`: the same content was stored before',
    }),
  }),
)
export const WireChunk = shape(
  'Chunk',
  'A part of a file that is searched and cited by itself',
  z.object({
    id: text('Id of the chunk', '31'),
    heading: text('Headings above it, or its function; empty if there is none', 'Setup'),
    start_line: count('First line in the extracted text, from 1', 1),
    end_line: count('Last line in the extracted text', 3),
    page: countOrNull('Page, from 1; null if the file has no pages'),
    text: text('Its text', '# Setup\n\nRun the installer.'),
  }),
)
