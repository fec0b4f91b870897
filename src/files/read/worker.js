/* PDF and DOCX in a thread of their own, one file each: their parsers may take seconds, and a hostile
 * file may take for ever, which only terminating the thread ends.
 *
 * Plain JavaScript, because Node 20 cannot start a thread from a .ts file and the tests run the
 * sources. Types are still checked. */
// @ts-check
import { parentPort, workerData } from 'node:worker_threads'

/** @typedef {import('./protocol.ts').ReadJob} Job */
/** @typedef {import('./protocol.ts').ReadReply} Reply */
/** @typedef {import('./protocol.ts').PdfLine} PdfLine */

const port = parentPort
if (port === null) throw new Error('worker.js runs as a worker thread only')
const job = /** @type {Job} */ (workerData)

/* A few kilobytes may unpack to gigabytes, and the limits of a thread do not count the memory of
 * typed arrays. With any compression, both parsers unpack either into Uint8Arrays that double or through a
 * DecompressionStream: these two are checked. */
const MAX_UNPACKED = 32 * 1_048_576 + job.bytes.length
/** @param {unknown} bytes */
const checkSize = (bytes) => {
  if (typeof bytes === 'number' && bytes > MAX_UNPACKED) throw new Error('unpacks too large')
}
globalThis.Uint8Array = new Proxy(globalThis.Uint8Array, {
  construct(target, args, newTarget) {
    checkSize(args[0])
    return Reflect.construct(target, args, newTarget)
  },
})
globalThis.DecompressionStream = new Proxy(globalThis.DecompressionStream, {
  construct(target, args) {
    const { readable, writable } = new target(args[0])
    let unpacked = 0
    const watch = new TransformStream({
      transform: (chunk, controller) => {
        unpacked += chunk.length
        checkSize(unpacked)
        controller.enqueue(chunk)
      },
    })
    return { readable: readable.pipeThrough(watch), writable }
  },
})

/** @param {Job} job @returns {Promise<Reply>} */
async function readPdf({ bytes, maxPages, maxText }) {
  const { getDocumentProxy } = await import('unpdf')
  // Verbosity 0: the parser's warnings would go to the log, and may quote the file.
  const pdf = await getDocumentProxy(bytes, { verbosity: 0 })
  if (pdf.numPages > maxPages) return { failed: 'too_many_pages', pages: pdf.numPages }
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }))
  const title = /** @type {{ Title?: unknown }} */ (info).Title
  /** @type {PdfLine[][]} */
  const pages = []
  let length = 0
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    const lines = linesOf((await page.getTextContent()).items)
    page.cleanup()
    length += lines.reduce((sum, line) => sum + line.text.length + 1, 0)
    if (length > maxText) return { failed: 'text_too_long', pages: number }
    pages.push(lines)
  }
  return { title: typeof title === 'string' ? title : '', pages }
}

/** Runs of glyphs into lines. @param {readonly object[]} items @returns {PdfLine[]} */
function linesOf(items) {
  /** @type {PdfLine[]} */
  const lines = []
  let text = ''
  let size = 0
  let y = 0
  const end = () => {
    if (text.trim() !== '') lines.push({ text, size, y })
    text = ''
    size = 0
  }
  for (const item of items) {
    const { str, height, transform, hasEOL } =
      /** @type {{ str?: string, height?: number, transform?: number[], hasEOL?: boolean }} */ (
        item
      )
    if (str === undefined) continue
    if (str.trim() !== '') {
      size = Math.max(size, height ?? 0)
      y = transform?.[5] ?? y
    }
    text += str
    if (hasEOL) end()
  }
  end()
  return lines
}

/** @param {Job} job @returns {Promise<Reply>} */
async function readDocx({ bytes }) {
  const { default: mammoth } = await import('mammoth')
  const { value } = await mammoth.convertToHtml(
    { buffer: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) },
    // Pictures are left out; by default they are included as base64 text.
    { convertImage: mammoth.images.imgElement(async () => ({ src: '' })) },
  )
  return { html: value }
}

/** @param {unknown} error @returns {Reply} */
function toFailure(error) {
  const { name, message } =
    error instanceof Error ? error : { name: 'Error', message: String(error) }
  if (name === 'PasswordException') return { failed: 'protected' }
  if (/unpacks too large|Invalid (typed )?array length/i.test(message)) {
    return { failed: 'unpacks_too_large' }
  }
  return { failed: 'damaged', message: `${name}: ${message}`.slice(0, 500) }
}

try {
  port.postMessage(await (job.kind === 'pdf' ? readPdf(job) : readDocx(job)))
} catch (error) {
  port.postMessage(toFailure(error))
}
