import { open, readdir, stat } from 'node:fs/promises'
import { basename, isAbsolute, join, relative, resolve } from 'node:path'
import { AppError } from '../domain/errors.ts'

/** A file on this disk, and its label. */
export type FoundFile = {
  readonly place: string
  readonly label: string
  readonly size: number
  readonly named: boolean
}
/** A file that was left out; a failure if it was given by name and not found in a folder. */
export type SkippedFile = {
  readonly path: string
  readonly reason: string
  readonly named: boolean
}

/** Third-party folders: not part of a user's own files. */
const FOREIGN = new Set(['node_modules'])
const SNIFFED = 8_192
/** PDF, DOCX, and text in UTF-16 of either kind. */
const READABLE = ['%PDF-', 'PK', '\u00ff\u00fe', '\u00fe\u00ff']

/**
 * The files at these paths, folders recursively, sorted by name. Hidden files, links and binary files in folders
 * are left out and reported.
 */
export async function findFiles(
  places: readonly string[],
  maxBytes: number,
): Promise<{ files: FoundFile[]; skipped: SkippedFile[] }> {
  const files: FoundFile[] = []
  const skipped: SkippedFile[] = []
  for (const place of places) {
    const root = resolve(place)
    const found = await stat(root).catch((error: unknown) => {
      throw new AppError(
        'file_unreadable',
        `${place} cannot be read. Check the path and its permissions.`,
        { cause: error },
      )
    })
    if (found.isDirectory()) await walk(root, root, { files, skipped, maxBytes })
    else if (found.size > maxBytes) {
      skipped.push({ path: labelOf(root, root), reason: tooLarge(maxBytes), named: true })
    } else files.push({ place: root, label: labelOf(root, root), size: found.size, named: true })
  }
  return { files, skipped }
}

type Walk = {
  readonly files: FoundFile[]
  readonly skipped: SkippedFile[]
  readonly maxBytes: number
}

async function walk(folder: string, root: string, to: Walk): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const place = join(folder, entry.name)
    const label = labelOf(place, root)
    const skip = (reason: string) => to.skipped.push({ path: label, reason, named: false })
    if (entry.name.startsWith('.')) skip('hidden')
    else if (FOREIGN.has(entry.name)) skip('installed packages')
    else if (entry.isDirectory()) await walk(place, root, to)
    else if (!entry.isFile()) skip('a symbolic link or a device')
    else {
      const { size } = await stat(place)
      if (size === 0) skip('empty')
      else if (size > to.maxBytes) skip(tooLarge(to.maxBytes))
      else if (await isBinary(place)) skip('not text')
      else to.files.push({ place, label, size, named: false })
    }
  }
}

function tooLarge(maxBytes: number): string {
  return `larger than ${maxBytes / 1_048_576} MB; split it, or raise EARSHOT_FILE_MEGABYTES`
}

/** Relative to the working directory, or else to the named folder. */
function labelOf(place: string, root: string): string {
  const here = relative(process.cwd(), place)
  if (here !== '' && !here.startsWith('..') && !isAbsolute(here)) return here
  return join(basename(root), relative(root, place))
}

/** True for a file that no reader can convert to text, by its first bytes: saves an upload. */
async function isBinary(place: string): Promise<boolean> {
  const file = await open(place)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFFED), 0, SNIFFED, 0)
    const begin = buffer.subarray(0, bytesRead)
    const marks = begin.toString('latin1', 0, 8)
    return begin.includes(0) && !READABLE.some((mark) => marks.startsWith(mark))
  } finally {
    await file.close()
  }
}
