import { AppError } from '../../domain/errors.ts'
import type { Document, NewChunk } from '../../domain/file.ts'
import { yieldTurn } from '../yield-turn.ts'
import { codeSections } from './code-sections.ts'
import { csvSections } from './csv-sections.ts'
import { jsonSections } from './json-sections.ts'
import { packSections, type SectionSpan } from './pack-sections.ts'
import { proseSections } from './prose-sections.ts'
import { headingOf, type Section } from './section.ts'

/** Chunks made before the event loop gets a turn. */
const SLICE = 100

/** Splits a document at its own structure; throws if that takes more chunks than `maxChunks`. */
export async function chunkDocument(document: Document, maxChunks: number): Promise<NewChunk[]> {
  const { text } = document
  const lineAt = createCounter(text)
  const chunks: NewChunk[] = []
  for (const span of packSections(text, sectionsOf(document))) {
    const chunk = toChunk(document, span, chunks.length, lineAt)
    if (chunk !== null) chunks.push(chunk)
    if (chunks.length > maxChunks) throw tooMany(maxChunks)
    if (chunks.length % SLICE === 0) await yieldTurn()
  }
  return chunks
}

function sectionsOf(document: Document): Iterable<Section> {
  switch (document.kind) {
    case 'code':
      return codeSections(document.text)
    case 'csv':
      return csvSections(document.text)
    case 'json':
      return jsonSections(document.text)
    default:
      return proseSections(document)
  }
}

function toChunk(
  { text, pages }: Document,
  span: SectionSpan,
  ordinal: number,
  lineAt: (offset: number) => number,
): NewChunk | null {
  const raw = text.slice(span.start, span.end)
  // Blank lines around it are dropped; the first line retains its indentation.
  const start = span.start + (raw.length - raw.replace(/^(?:[^\S\n]*\n)+/, '').length)
  const body = text.slice(start, span.end).trimEnd()
  if (body === '') return null
  const startLine = lineAt(start)
  return {
    ordinal,
    text: span.header === '' ? body : `${span.header}\n${body}`,
    heading: headingOf(span.paths),
    startLine,
    endLine: startLine + countLines(body),
    page: pages === null ? null : pages.findLastIndex((from) => from <= span.freshFrom) + 1,
  }
}

/** Line numbers, counted from 1. Chunks overlap, so an offset may be a little before the last one. */
function createCounter(text: string): (offset: number) => number {
  let at = 0
  let line = 1
  return (offset) => {
    if (offset < at) return line - countLines(text.slice(offset, at))
    line += countLines(text.slice(at, offset))
    at = offset
    return line
  }
}

function countLines(text: string): number {
  let count = 0
  for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) count += 1
  return count
}

function tooMany(maxChunks: number): AppError {
  return new AppError(
    'file_too_large',
    `The file has more than ${maxChunks} chunks. Split it, or raise EARSHOT_FILE_CHUNKS.`,
    { details: { limit: maxChunks } },
  )
}
