import type { Document, FileLimits } from '../../domain/file.ts'
import { checkDocxArchive } from './check-docx-archive.ts'
import { readHtml } from './read-html.ts'
import { readInThread } from './read-in-thread.ts'

/** The text of a Word document: its parser makes HTML of it, which is read as any HTML. */
export async function readDocx(
  bytes: Uint8Array,
  { maxReadMs, maxPages, maxText }: Pick<FileLimits, 'maxReadMs' | 'maxPages' | 'maxText'>,
): Promise<Omit<Document, 'kind' | 'pages'>> {
  await checkDocxArchive(bytes)
  const read = await readInThread({ kind: 'docx', bytes, maxPages, maxText }, maxReadMs)
  const page = await readHtml('html' in read ? read.html : '')
  return { ...page, title: page.headings[0]?.title ?? '' }
}
