import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { makeDocx, makeZip } from '../../test/fixtures/files/make-docx.ts'
import { makePackedPdf, makePdf, makeScannedPdf } from '../../test/fixtures/files/make-pdf.ts'
import type { FileLimits } from '../domain/file.ts'
import { readFile } from './read-file.ts'

const LIMITS: FileLimits = {
  maxBytes: 10_000_000,
  maxText: 10_000_000,
  maxChunks: 5_000,
  maxPages: 3,
  maxReadMs: 20_000,
  maxFilesPerOwner: 100,
}

function read(path: string, content: string | Uint8Array, contentType: string | null = null) {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return readFile({ path, bytes, contentType }, LIMITS)
}

describe('text', () => {
  test('is kept as it is, with one kind of line end', async () => {
    const { text, kind, title } = await read('a.txt', 'one\r\ntwo\rthree\n\nfour')
    expect([text, kind, title]).toEqual(['one\ntwo\nthree\n\nfour', 'text', 'a.txt'])
  })

  test.each([
    ['UTF-8 with a mark', Buffer.from('\ufeffпривет', 'utf8'), null],
    ['UTF-16 little endian', Buffer.from('\ufeffпривет', 'utf16le'), null],
    ['UTF-16 big endian', Buffer.from('\ufeffпривет', 'utf16le').swap16(), null],
    ['a charset that is named', Buffer.from([0xef, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]), 'windows-1251'],
  ])('%s is decoded', async (_, bytes, charset) => {
    const type = charset && `text/plain; charset=${charset}`
    expect((await read('a.txt', bytes, type)).text).toBe('привет')
  })

  test.each([
    ['old encodings without a name', Buffer.from([0xef, 0xf0, 0xe8]), 'file_unreadable', /UTF-8/],
    ['binary called text', Buffer.from([1, 0, 2, 0, 255]), 'file_type_unknown', /neither text/],
    ['a text with a NUL', Buffer.from('a\0b'), 'file_type_unknown', /neither text/],
    ['nothing', Buffer.from(''), 'file_empty', /no text/],
    ['white space', Buffer.from(' \n\t\r\n\u00a0 '), 'file_empty', /no text/],
  ])('%s is refused', async (_, bytes, code, message) => {
    const promise = read('a.txt', bytes)
    await expect(promise).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
  })

  test('a charset nobody knows is refused', async () => {
    const promise = read('a.txt', 'hello', 'text/plain; charset=klingon')
    await expect(promise).rejects.toMatchObject({ code: 'file_unreadable' })
  })

  test.each([
    ['notes', 'text'],
    ['a.unknownext', 'text'],
    ['a.PY', 'code'],
    ['файл.md', 'markdown'],
    ['a.tsv', 'csv'],
    ['a.json', 'json'],
    ['a.b/c', 'text'],
  ])('%s is read as %s', async (path, kind) => {
    expect((await read(path, 'x = 1')).kind).toBe(kind)
  })

  test('the content type decides where the name tells nothing', async () => {
    expect((await read('page', '<p>x</p>', 'text/html; charset=utf-8')).text).toBe('x')
    expect((await read('a.txt', '<p>x</p>', 'text/html')).text).toBe('<p>x</p>')
  })

  test('more text than the limit is refused', async () => {
    const limits = { ...LIMITS, maxText: 10 }
    const file = { path: 'a.txt', bytes: Buffer.from('hello there'), contentType: null }
    await expect(readFile(file, limits)).rejects.toMatchObject({ code: 'file_too_large' })
    const tight = { ...LIMITS, maxBytes: 10 }
    await expect(readFile(file, tight)).rejects.toMatchObject({
      code: 'file_too_large',
      message: expect.stringContaining('EARSHOT_FILE_MEGABYTES'),
    })
  })
})

describe('Markdown', () => {
  test('has the headings it shows, and none from code or front matter', async () => {
    const { headings, title } = await read(
      'a.md',
      '---\ntitle: "The guide"\n# not: this\n---\n# Setup #\n\n```sh\n# a comment\n```\n\nUsage of `it`\n---\ntext\n\n- item\n---\n~~~\n# no\n~~~\n### [Deep](http://x) **bold** a_b\n',
    )
    expect(headings.map((h) => [h.level, h.title])).toEqual([
      [1, 'Setup'],
      [2, 'Usage of it'],
      [3, 'Deep bold a_b'],
    ])
    expect(title).toBe('The guide')
  })

  test('is called by its first great heading', async () => {
    expect((await read('a.md', '## Before\n\n# Title\n')).title).toBe('Title')
  })
})

describe('HTML', () => {
  test('becomes the text a visitor sees', async () => {
    const page = `<!doctype html><html><head><title>My  page</title><style>p{}</style></head><body>
      <script>alert(1)</script><!-- secret --><h1>Setup</h1><p>First
      line,<br>second&nbsp;&amp; <b>bold</b>ly.</p>
      <p hidden>hidden one</p><div style="color:red; display : none">hidden <p>two</p></div>
      <span style="font-size:0">tiny</span><template>tpl</template><noscript>ns</noscript>
      <h2>Parts</h2><ul><li>one</li><li>two</li></ul>
      <table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>
      <pre>  x = 1
    y = 2</pre><p>end</body></html>`
    const { text, title, headings } = await read('a.html', page)
    expect(text).toBe(
      'Setup\n\nFirst line,\nsecond & boldly.\n\nParts\n\n- one\n- two\n\na | b\n1 | 2\n\n  x = 1\n    y = 2\n\nend',
    )
    expect(title).toBe('My page')
    expect(headings.map((h) => [h.level, h.title, text.slice(h.offset, h.offset + 5)])).toEqual([
      [1, 'Setup', 'Setup'],
      [2, 'Parts', 'Parts'],
    ])
  })

  test('paragraphs in cells and list items stay on their line', async () => {
    const page =
      '<table><tr><td><p>a</p></td><td><p>b</p><p>c</p></td></tr><tr><td>1</td><td></td><td>3</td></tr></table><ul><li><p>one</p></li><li></li><li>two<ul><li>deep</li></ul></li></ul><p>end</p>'
    expect((await read('a.html', page)).text).toBe(
      'a | b\n\nc\n\n1 |  | 3\n\n- one\n\n- \n- two\n\n- deep\n\nend',
    )
  })

  test('a page names its own charset', async () => {
    const page = Buffer.from('<meta charset="windows-1252"><p>caf\xe9</p>', 'latin1')
    expect((await read('a.html', page)).text).toBe('café')
  })

  test('unclosed and crossed tags do no harm', async () => {
    expect((await read('a.html', '<p>a<div><b>b</p></i></div>c<td>d')).text).toContain('c')
  })

  test('elements nested without end are refused, and quickly', async () => {
    const promise = read('a.html', `${'<div>'.repeat(1_000_000)}x${'</x>'.repeat(1_000_000)}`)
    await expect(promise).rejects.toMatchObject({ details: { reason: 'too_deep' } })
  })

  test('a page with scripts only is empty', async () => {
    const promise = read('a.html', '<script>document.write("x")</script>')
    await expect(promise).rejects.toMatchObject({ code: 'file_empty' })
  })
})

describe('PDF', () => {
  test('has pages, paragraphs, headings and whole words', async () => {
    const pdf = makePdf(
      [
        [
          { text: 'Setting up', size: 18 },
          { text: 'First, install it. Then make a con-', down: 30 },
          'figuration file.',
          { text: 'It is read at start.', down: 40 },
        ],
        ['On the second page.'],
      ],
      { title: 'Manual' },
    )
    const { text, headings, pages, title } = await read('a.pdf', pdf)
    expect(text).toBe(
      'Setting up\n\nFirst, install it. Then make a configuration file.\n\nIt is read at start.\n\nOn the second page.',
    )
    expect(headings).toEqual([{ offset: 0, level: 1, title: 'Setting up' }])
    expect(pages).toEqual([0, text.indexOf('On the')])
    expect(title).toBe('Manual')
  })

  test('a PDF is known by its content, whatever it is called', async () => {
    expect((await read('a.txt', makePdf([['Hello there']]))).kind).toBe('pdf')
  })

  test.each([
    ['with a password', makePdf([['Hello there']], { password: 'x' }), 'protected', /password/],
    ['of scanned pages', makeScannedPdf(), 'no_text', /OCR/],
    ['that was cut off', makePdf([['Hello there']]).subarray(0, 300), 'damaged', /cut off/],
    ['that is none', Buffer.from('<html>404</html>'), 'damaged', /but the content does not/],
  ])('one %s is refused, and it says what to do', async (_, bytes, reason, message) => {
    await expect(read('a.pdf', bytes)).rejects.toMatchObject({
      code: 'file_unreadable',
      message: expect.stringMatching(message),
      details: { reason },
    })
  })

  test('more pages than the limit are refused', async () => {
    await expect(read('a.pdf', makePdf([['a'], ['b'], ['c'], ['d']]))).rejects.toMatchObject({
      code: 'file_too_large',
      message: expect.stringContaining('EARSHOT_FILE_PAGES'),
    })
  })

  test('reading that takes too long is ended', async () => {
    const file = { path: 'a.pdf', bytes: makePdf([['Hello there']]), contentType: null }
    await expect(readFile(file, { ...LIMITS, maxReadMs: 1 })).rejects.toMatchObject({
      details: { reason: 'too_slow' },
    })
  })

  test('a page that unpacks to 40 MB, by way of 40 kB, is given up on the way', async () => {
    const packed = deflateSync(deflateSync(Buffer.alloc(40 * 1_048_576, ' ')))
    const bytes = makePackedPdf(packed, '[/FlateDecode /FlateDecode]')
    const bomb = { path: 'a.pdf', bytes, contentType: null }
    await expect(readFile(bomb, { ...LIMITS, maxReadMs: 80_000 })).rejects.toMatchObject({
      details: { reason: expect.stringMatching(/unpacks_too_large|damaged/) },
    })
    const page = deflateSync(deflateSync(Buffer.from('BT /F1 9 Tf 72 700 Td (Hello there) Tj ET')))
    const fine = makePackedPdf(page, '[/FlateDecode /FlateDecode]')
    expect((await read('a.pdf', fine)).text).toBe('Hello there')
  }, 90_000)
})

describe('DOCX', () => {
  test('has its headings and paragraphs', async () => {
    const docx = makeDocx([[1, 'Setting up'], 'Install it & run.', [2, 'Docker'], 'Приклад.'])
    const { text, headings, title } = await read('a.docx', docx)
    expect(text).toBe('Setting up\n\nInstall it & run.\n\nDocker\n\nПриклад.')
    expect(headings.map((h) => [h.level, h.title])).toEqual([
      [1, 'Setting up'],
      [2, 'Docker'],
    ])
    expect(title).toBe('Setting up')
  })

  const docx = makeDocx(['Hello there'])
  test.each([
    ['that was cut off', docx.subarray(0, docx.length - 40), 'damaged'],
    ['that is a zip of other things', makeZip({ 'a.txt': 'x' }), 'damaged'],
    ['that is none', Buffer.from('hello'), 'damaged'],
    ['of the old format', Buffer.from('d0cf11e0a1b11ae100', 'hex'), 'protected'],
    [
      'that unpacks too large',
      makeZip({ 'word/document.xml': Buffer.alloc(120 * 1_048_576, ' ') }),
      'unpacks_too_large',
    ],
    ['with broken XML', makeZip({ 'word/document.xml': '<w:document>' }), 'damaged'],
  ])('one %s is refused', async (_, bytes, reason) => {
    await expect(read('a.docx', bytes)).rejects.toMatchObject({
      code: 'file_unreadable',
      details: { reason },
    })
  })

  test.each([
    ['a.docx', makeZip({ '[Content_Types].xml': '<x/>', 'xl/workbook.xml': '<x/>' })],
    ['a.zip', makeZip({ 'a.txt': 'x' })],
  ])('%s of another kind is not known', async (path, bytes) => {
    await expect(read(path, bytes)).rejects.toMatchObject({ code: 'file_type_unknown' })
  })
})
