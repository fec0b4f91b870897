import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Document, FileKind, NewChunk } from '../../domain/file.ts'
import { readMarkdownFile } from '../read/read-markdown.ts'
import { chunkDocument } from './chunk-document.ts'

function chunk(kind: FileKind, text: string, more: Partial<Document> = {}): Promise<NewChunk[]> {
  const headings = kind === 'markdown' ? readMarkdownFile(text).headings : []
  return chunkDocument({ kind, title: 'x', text, headings, pages: null, ...more }, 20_000)
}

const sentence = (n: number) => `Sentence number ${n} says something about the weather of day ${n}.`
const paragraph = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => sentence(from + i)).join(' ')

describe('Markdown', () => {
  const text = [
    '# Setup',
    '',
    paragraph(1, 8),
    '',
    '## Docker',
    '',
    paragraph(20, 8),
    '',
    '```sh',
    'docker run x',
    '',
    'docker stop x',
    '```',
    '',
    '## Podman',
    '',
    'Short.',
    '',
    '## Bare metal',
    '',
    'Short too.',
  ].join('\n')

  test('is cut at its headings, and small sections join', async () => {
    const chunks = await chunk('markdown', text)
    expect(chunks.map((c) => [c.heading, c.startLine, c.endLine])).toEqual([
      ['Setup', 1, 3],
      ['Setup › Docker', 5, 13],
      ['Setup › Podman, Bare metal', 15, 21],
    ])
    expect(chunks[1]?.text).toMatch(/^## Docker\n[\s\S]*docker stop x\n```$/)
  })

  test('a long section goes on in the next chunk, which repeats the last sentence', async () => {
    const long = `# Log\n\n${Array.from({ length: 6 }, (_, i) => paragraph(i * 8, 8)).join('\n\n')}`
    const chunks = await chunk('markdown', long)
    expect(chunks.length).toBeGreaterThan(2)
    for (const [i, { text: said, heading }] of chunks.entries()) {
      expect(heading).toBe('Log')
      expect(said.length).toBeLessThan(2_000)
      const end = chunks[i - 1]?.text.slice(-60)
      if (end !== undefined) expect(said.slice(0, 300)).toContain(end)
    }
  })
})

describe('line numbers', () => {
  test('name the lines the text is from', async () => {
    const text = Array.from({ length: 300 }, (_, i) => `line ${i + 1} of the file`).join('\n')
    const lines = text.split('\n')
    for (const { text: said, startLine, endLine } of await chunk('text', text)) {
      expect(said).toBe(lines.slice(startLine - 1, endLine).join('\n'))
    }
  })

  test('leave out blank lines around', async () => {
    const [only] = await chunk('text', '\n\n  hello\n\n\n')
    expect(only).toMatchObject({ text: '  hello', startLine: 3, endLine: 3 })
  })
})

describe('pages', () => {
  test('are those on which the new text of a chunk begins', async () => {
    const first = paragraph(1, 15)
    const second = paragraph(50, 15)
    const text = `${first}\n\n${second}`
    const chunks = await chunk('pdf', text, { pages: [0, first.length + 2] })
    expect(chunks.map((c) => c.page)).toEqual([1, 2])
  })
})

describe('code', () => {
  const body = (n: number) =>
    Array.from({ length: n }, (_, i) => `  step(${i}, 'with some words to fill it');`).join('\n')
  test.each([
    [
      'TypeScript',
      `import x from 'y'\n\n/** Adds. */\nexport async function add(a) {\n${body(12)}\n}\n\nexport class Index<T> {\n  private count = 0\n\n  /** Puts. */\n  put(doc: T): void {\n${body(12)}\n  }\n\n  async find(query: string) {\n${body(12)}\n  }\n}\n\nexport const limit = {\n${body(12)}\n}`,
      ['add', 'Index › put', 'Index › find', 'limit'],
    ],
    [
      'Python',
      `import os\n\n@cache\ndef add(a):\n${body(12)}\n\n\nclass Index(Base):\n    """Doc."""\n\n    def put(self, doc):\n        def inner():\n            pass\n${body(12).replaceAll(/^/gm, '      ')}\n\n    async def find(self):\n${body(12).replaceAll(/^/gm, '      ')}\n`,
      ['add', 'Index › put', 'Index › find'],
    ],
    [
      'Go',
      `package main\n\nfunc (s *Server) Start(ctx context.Context) error {\n${body(12)}\n}\n\nfunc stop() {\n${body(12)}\n}`,
      ['Start', 'stop'],
    ],
    [
      'C',
      `int main(int argc, char **argv)\n{\n${body(12)}\n}\n\nstatic void stop(void) {\n${body(12)}\n}`,
      ['main', 'stop'],
    ],
  ])('%s is cut at its functions, with the comments above them', async (_, source, headings) => {
    const chunks = await chunk('code', source)
    expect(chunks.map((c) => c.heading)).toEqual(headings)
    const add = chunks.find((c) => c.heading === 'add')
    if (add !== undefined) expect(add.text).toMatch(/(\/\*\* Adds|@cache)[\s\S]*add\(/)
  })
})

describe('CSV', () => {
  test('rows come with their header, whatever is inside quotes', async () => {
    const rows = Array.from(
      { length: 60 },
      (_, i) => `${i};"two\nlines; ""quoted""";ragged${i % 2 ? '' : ';more'}`,
    )
    const chunks = await chunk('csv', `id;text;last\n${rows.join('\n')}\n`)
    expect(chunks.length).toBeGreaterThan(1)
    for (const { text } of chunks) expect(text).toMatch(/^id;text;last\n\d+;"two\nlines/)
    expect(chunks[0]?.startLine).toBe(2)
    expect(chunks.at(-1)?.endLine).toBe(121)
    const body = chunks.map((c) => c.text.slice('id;text;last\n'.length)).join('\n')
    expect(body).toBe(rows.join('\n'))
  })

  test('a quote that never closes is no quote', async () => {
    const rows = Array.from({ length: 200 }, (_, i) => `${i},"open`).join('\n')
    expect((await chunk('csv', `id,text\n${rows}`)).length).toBeGreaterThan(1)
  })

  test('numbers alone have no header', async () => {
    expect((await chunk('csv', '1,2\n3,4'))[0]?.text).toBe('1,2\n3,4')
  })

  test('a header alone is kept', async () => {
    expect((await chunk('csv', 'id,text\n')).map((c) => c.text)).toEqual(['id,text'])
  })
})

describe('JSON', () => {
  test('is cut at its members, and large ones at theirs', async () => {
    const services = Object.fromEntries(
      ['web', 'db'].map((name) => [name, { image: name, words: paragraph(1, 12) }]),
    )
    const text = JSON.stringify(
      { name: 'x', version: 1, services, notes: paragraph(1, 10) },
      null,
      2,
    )
    const chunks = await chunk('json', text)
    expect(chunks.map((c) => c.heading)).toEqual(['services › web', 'services › db', 'notes'])
    expect(chunks[0]?.text).toMatch(/^\{\n {2}"name": "x"/)
    expect(chunks.at(-1)?.text).toMatch(/\}$/)
  })

  test('a long list fills its chunks', async () => {
    const chunks = await chunk('json', JSON.stringify(Array.from({ length: 2_000 }, (_, i) => i)))
    expect(chunks.length).toBeLessThan(10)
  })

  test('what is no JSON is still text', async () => {
    const text = '// a comment\n{"a": 1, "b": [1, 2'
    expect((await chunk('json', text)).map((c) => c.text)).toEqual([text])
  })

  test('ten thousand brackets do no harm', async () => {
    const deep = `${'['.repeat(10_000)}1${']'.repeat(10_000)}`
    const chunks = await chunk('json', deep)
    expect(chunks.map((c) => c.text).join('')).toBe(deep)
  })
})

describe('any text', () => {
  test('a line of ten megabytes is cut at its words', async () => {
    const chunks = await chunk('text', 'word '.repeat(2_000_000))
    expect(chunks.every((c) => c.text.length <= 2_500 && c.startLine === 1)).toBe(true)
    expect(chunks.every((c) => /^word[\s\S]*word$/.test(c.text))).toBe(true)
  })

  test('a line of ten megabytes without a space is cut too', async () => {
    const chunks = await chunk('text', '𠮷'.repeat(2_500_000))
    expect(chunks.every((c) => c.text.isWellFormed() && c.text.length <= 2_500)).toBe(true)
  })

  test('Chinese makes chunks of fewer letters', async () => {
    const chunks = await chunk('text', '今天天气很好。'.repeat(400))
    for (const { text } of chunks) {
      expect(text.length).toBeLessThan(700)
      expect(text).toMatch(/。$/)
    }
  })

  test('more chunks than the limit are refused', async () => {
    const document = {
      kind: 'text',
      title: '',
      text: 'word '.repeat(10_000),
      headings: [],
      pages: null,
    } as const
    await expect(chunkDocument(document, 3)).rejects.toMatchObject({
      code: 'file_too_large',
      message: expect.stringContaining('EARSHOT_FILE_CHUNKS'),
    })
  })

  const piece = fc.constantFrom(
    'a',
    'word ',
    '\n',
    '\n\n',
    '# H\n',
    '```\n',
    '"',
    ',',
    '{',
    '}',
    '[',
    ']',
    ':',
    ';',
    'def f(x):\n',
    '  ',
    'class A {\n',
    '。',
    '𠮷',
    paragraph(1, 30),
    'x'.repeat(3_000),
    '\t',
    '---\n',
  )
  test.each(['markdown', 'text', 'code', 'csv', 'json'] as const)(
    'of %s nothing is lost, no chunk is too long, and every chunk stands where it says',
    async (kind) => {
      await fc.assert(
        fc.asyncProperty(fc.array(piece, { maxLength: 60 }), async (pieces) => {
          const text = pieces.join('')
          const chunks = await chunk(kind, text)
          const lines = text.split('\n')
          for (const { text: said, startLine, endLine } of chunks) {
            expect(said.length).toBeLessThanOrEqual(2_500)
            const there = lines.slice(startLine - 1, endLine).join('\n')
            const body = there.includes(said) ? said : said.slice(said.indexOf('\n') + 1)
            expect(kind === 'csv' || there.includes(body)).toBe(true)
          }
          // Every word is in some chunk, in order: overlap repeats words and drops none.
          const all = chunks.map((c) => c.text).join('\n')
          for (const word of text.split(/\s+/)) {
            expect(all.replaceAll(/\s/g, '')).toContain(word.slice(0, 500))
          }
        }),
        { numRuns: 150 },
      )
    },
  )
})
