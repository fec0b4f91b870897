import { expect, test } from 'vitest'
import { readMarkdown } from './read-markdown.ts'
import type { StyleSpan } from './rich.ts'

/* Spans in readable form: the style and the text it covers. */

function looks(markdown: string): { text: string; spans: string[] } {
  const { text, spans } = readMarkdown(markdown)
  return { text, spans: spans.map((span) => `${nameOf(span)} ${text.slice(span.start, span.end)}`) }
}

function nameOf({ style }: StyleSpan): string {
  if (style.kind === 'link') return `link(${style.href})`
  return style.kind === 'pre' && style.language !== null ? `pre(${style.language})` : style.kind
}

test.each([
  { markdown: '**bold** text', text: 'bold text', spans: ['bold bold'] },
  { markdown: '__Note__ this', text: 'Note this', spans: ['bold Note'] },
  { markdown: 'an *italic* word', text: 'an italic word', spans: ['italic italic'] },
  { markdown: 'an _italic_ word', text: 'an italic word', spans: ['italic italic'] },
  {
    markdown: '(_see below_), _x_.',
    text: '(see below), x.',
    spans: ['italic see below', 'italic x'],
  },
  { markdown: '***both***', text: 'both', spans: ['bold both', 'italic both'] },
  { markdown: '**a *b***', text: 'a b', spans: ['bold a b', 'italic b'] },
  { markdown: '***a** b*', text: 'a b', spans: ['italic a b', 'bold a'] },
  { markdown: '~~gone~~ here', text: 'gone here', spans: ['strike gone'] },
  { markdown: '**two\nlines**', text: 'two\nlines', spans: ['bold two\nlines'] },
  { markdown: '**Uni**versity', text: 'University', spans: ['bold Uni'] },
  { markdown: '**「重要」**な点', text: '「重要」な点', spans: ['bold 「重要」'] },
  { markdown: 'これは*重要*です', text: 'これは重要です', spans: ['italic 重要'] },
  { markdown: '**a**,**b**', text: 'a,b', spans: ['bold a', 'bold b'] },
  { markdown: '**a *b** c*', text: 'a b c', spans: ['bold a b', 'italic b c'] },
])('emphasis: $markdown', ({ markdown, ...expected }) => {
  expect(looks(markdown)).toEqual(expected)
})

test.each([
  'snake_case and file_names_like_this.txt',
  'ask @user_name or @_ann_b',
  '__init__.py',
  'the method __init__ of it',
  'see /_next/_static_/x',
  '_t_(x) and _(x)_y',
  '2*3*4 = 24, 2**10 and 3**4',
  'a * b * c',
  'a * b*',
  '*a*b',
  '_a_.py',
  'open /_a_ now',
  '*a * b',
  'f(**kwargs, x**2)',
  '**never closed',
  'closed only**',
  '** spaces **',
  'one ~ two ~~ three',
  '~5 of ~6',
  '[1] and [1, 2]',
  '[text] (https://example.org)',
  '[x](javascript:alert)',
  '[x](http://localhost:3000)',
  '[x](https://)',
  '[](https://example.org)',
  `[a](https://example.org/${'b'.repeat(3_000)})`,
  '[a](https://example.org/b c)',
  '[a](https://example.org "title")',
  'see https://example.org/a_b_c/_d_/~~e~~f',
  'a `b',
  '<b>bold</b> &amp; <script>',
  '#hashtag',
  '-5 degrees',
  '1.5 litres',
  '||hidden||',
  'a ***** b',
  'a | b',
])('stays as it was typed: %s', (markdown) => {
  expect(looks(markdown)).toEqual({ text: markdown, spans: [] })
})

test.each([
  { markdown: '`a*b*c`', text: 'a*b*c', spans: ['code a*b*c'] },
  { markdown: '``a ` b``', text: 'a ` b', spans: ['code a ` b'] },
  { markdown: '`` `x` ``', text: '`x`', spans: ['code `x`'] },
  { markdown: '```x``` inside', text: 'x inside', spans: ['code x'] },
  { markdown: '**a `b` c**', text: 'a b c', spans: ['bold a b c', 'code b'] },
  { markdown: '**a `b** c`', text: '**a b** c', spans: ['code b** c'] },
  {
    markdown: '```ts\nconst a_b = `*`\n```',
    text: 'const a_b = `*`',
    spans: ['pre(ts) const a_b = `*`'],
  },
  { markdown: '```\n  a\n\n\n  b', text: '  a\n\n\n  b', spans: ['pre   a\n\n\n  b'] },
  { markdown: '~~~c++\n```\n~~~\nx', text: '```\nx', spans: ['pre(c++) ```'] },
  { markdown: '````\n```\n````', text: '```', spans: ['pre ```'] },
  {
    markdown: '- a\n  ```sh\n  ls\n    -l\n  ```',
    text: '• a\nls\n  -l',
    spans: ['pre(sh) ls\n  -l'],
  },
  {
    markdown: '```js title="a.js"\n1\n```',
    text: 'title="a.js"\n1',
    spans: ['pre(js) title="a.js"\n1'],
  },
  { markdown: '```python\n```', text: 'python', spans: [] },
])('code: $markdown', ({ markdown, ...expected }) => {
  expect(looks(markdown)).toEqual(expected)
})

test.each([
  {
    markdown: '[a b](https://example.org/x_y_z)',
    text: 'a b',
    spans: ['link(https://example.org/x_y_z) a b'],
  },
  {
    markdown: '[a](https://example.org/b_(c))',
    text: 'a',
    spans: ['link(https://example.org/b_(c)) a'],
  },
  {
    markdown: '[a](https://example.org/b\\_c)',
    text: 'a',
    spans: ['link(https://example.org/b_c) a'],
  },
  {
    markdown: '[**a**](http://example.org)',
    text: 'a',
    spans: ['bold a', 'link(http://example.org) a'],
  },
  { markdown: '**[a](tg://user?id=1)**', text: 'a', spans: ['link(tg://user?id=1) a', 'bold a'] },
  {
    markdown: '![a cat](https://example.org/cat.png)',
    text: 'a cat',
    spans: ['link(https://example.org/cat.png) a cat'],
  },
  {
    markdown: '[a [b](https://b.example)](https://a.example)',
    text: '[a b](https://a.example)',
    spans: ['link(https://b.example) b'],
  },
  { markdown: '[write](mailto:ann@example.org)', text: 'write (ann@example.org)', spans: [] },
  { markdown: '[ann@example.org](mailto:ann@example.org)', text: 'ann@example.org', spans: [] },
  {
    markdown: '**https://example.org**',
    text: 'https://example.org',
    spans: ['bold https://example.org'],
  },
  {
    markdown: '_https://example.org_',
    text: 'https://example.org',
    spans: ['italic https://example.org'],
  },
])('links: $markdown', ({ markdown, ...expected }) => {
  expect(looks(markdown)).toEqual(expected)
})

test.each([
  { markdown: '# Title', text: 'Title', spans: ['bold Title'] },
  { markdown: '### A `b` ##\ntext', text: 'A b\ntext', spans: ['bold A b', 'code b'] },
  { markdown: '# C#', text: 'C#', spans: ['bold C#'] },
  { markdown: '- a\n* b\n+ c', text: '• a\n• b\n• c', spans: [] },
  { markdown: '1. a\n2) b', text: '1. a\n2) b', spans: [] },
  {
    markdown: '- a\n  - b\n      - c\n  - d\n- e',
    text: '• a\n   • b\n      • c\n   • d\n• e',
    spans: [],
  },
  { markdown: '1. a\n   - b\n\n2. c\n\t- d', text: '1. a\n   • b\n\n2. c\n   • d', spans: [] },
  { markdown: '- a\n\ntext\n\n  - b', text: '• a\n\ntext\n\n• b', spans: [] },
  { markdown: '- a\n - b', text: '• a\n• b', spans: [] },
  { markdown: '  - a\n\ntext\n\n  - b', text: '• a\n\ntext\n\n• b', spans: [] },
  { markdown: '- **a\n  b**: c', text: '• a\n  b: c', spans: ['bold a\n  b'] },
  { markdown: '* *a* b', text: '• a b', spans: ['italic a'] },
  { markdown: '> a\n> **b**\nc', text: 'a\nb\nc', spans: ['quote a\nb', 'bold b'] },
  { markdown: '> a\n>> b\n> > c', text: 'a\nb\nc', spans: ['quote a\nb\nc'] },
  {
    markdown: '> - a\n>\n> ```\n> >>> 1\n> ```',
    text: '• a\n\n>>> 1',
    spans: ['quote • a\n\n>>> 1', 'pre >>> 1'],
  },
  { markdown: 'a\n\n---\n\nb', text: 'a\n\nb', spans: [] },
  { markdown: 'a\n* * *\nb', text: 'a\n\nb', spans: [] },
  { markdown: '\n\na  \n\n\n\nb\n\n', text: 'a\n\nb', spans: [] },
  {
    markdown: '| a | b |\n|---|:-:|\n| *1* | 2 |\n\nx',
    text: '| a | b |\n|---|:-:|\n| *1* | 2 |\n\nx',
    spans: ['pre | a | b |\n|---|:-:|\n| *1* | 2 |'],
  },
  {
    markdown: 'a | b\n--|--\n1 | 2',
    text: 'a | b\n--|--\n1 | 2',
    spans: ['pre a | b\n--|--\n1 | 2'],
  },
  { markdown: '\\# no \\*stars\\* 1\\. \\_', text: '# no *stars* 1. _', spans: [] },
  { markdown: 'a\r\nb', text: 'a\nb', spans: [] },
  { markdown: 'half \ud83d and \0', text: 'half \ufffd and \ufffd', spans: [] },
  { markdown: '', text: '', spans: [] },
  { markdown: '>', text: '', spans: [] },
])('blocks: $markdown', ({ markdown, ...expected }) => {
  expect(looks(markdown)).toEqual(expected)
})
