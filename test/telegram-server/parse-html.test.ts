import { expect, test } from 'vitest'
import { parseHtml } from './parse-html.ts'

/** Text and marks as one line a person can read: `bold(0+3)`. */
function shown(source: string): string {
  const { text, entities } = parseHtml(source)
  const marks = entities.map((entity) => {
    const more =
      'url' in entity ? ` ${entity.url}` : 'language' in entity ? ` ${entity.language}` : ''
    return `${entity.type}(${entity.offset}+${entity.length})${more}`
  })
  return [JSON.stringify(text), ...marks].join(' ')
}

test.each([
  ['plain', '"plain"'],
  ['<b>bold</b>', '"bold" bold(0+4)'],
  ['<strong>x</strong><em>y</em>', '"xy" bold(0+1) italic(1+1)'],
  ['<u>a</u><ins>b</ins>', '"ab" underline(0+1) underline(1+1)'],
  [
    '<s>a</s><strike>b</strike><del>c</del>',
    '"abc" strikethrough(0+1) strikethrough(1+1) strikethrough(2+1)',
  ],
  ['<span class="tg-spoiler">a</span><tg-spoiler>b</tg-spoiler>', '"ab" spoiler(0+1) spoiler(1+1)'],
  ['<B>big</b >', '"big" bold(0+3)'],
  ['<b>a<i>b</i></b>', '"ab" bold(0+2) italic(1+1)'],
  ['<b>a</>', '"a" bold(0+1)'],
  ['<b></b>x', '"x"'],
  ['😀<b>x</b>', '"😀x" bold(2+1)'],
  ['<code>a&lt;b</code>', '"a<b" code(0+3)'],
  ['<pre>x</pre>', '"x" pre(0+1)'],
  ['<pre><code class="language-ts">x</code></pre>', '"x" pre(0+1) ts'],
  ['<code class="language-ts"><pre>x</pre></code>', '"x" pre(0+1) ts'],
  ['<code class="language-ts">x</code>', '"x" code(0+1)'],
  ['<blockquote>q</blockquote>', '"q" blockquote(0+1)'],
  ['<blockquote expandable>q</blockquote>', '"q" expandable_blockquote(0+1)'],
  [
    '<a href="https://a.example/?x=1&amp;y=2">l</a>',
    '"l" text_link(0+1) https://a.example/?x=1&y=2',
  ],
  ["<a href='a.example'>l</a>", '"l" text_link(0+1) http://a.example/'],
  ['<a>a.example</a>', '"a.example" text_link(0+9) http://a.example/'],
  ['<a href="javascript:alert(1)">l</a>', '"l"'],
  ['<a href="tg://user?id=7">l</a>', '"l" text_mention(0+1)'],
  ['&lt;&gt;&amp;&quot;&#39;&#x1F600;', `"<>&\\"'😀"`],
  ['&lt', '"<"'],
  ['&nbsp;&copy;&', '"&nbsp;&copy;&"'],
  ['&#0;&#1114111;', '"&#0;&#1114111;"'],
  ['a > b', '"a > b"'],
])('%s is read as %s', (source, expected) => {
  expect(shown(source)).toBe(expected)
})

test.each([
  ['a < b', 'Unsupported start tag "" at byte offset 2'],
  ['ї<x>', 'Unsupported start tag "x" at byte offset 2'],
  ['<br>', 'Unsupported start tag "br" at byte offset 0'],
  ['<br/>', 'Unsupported start tag "br/" at byte offset 0'],
  ['<p>x</p>', 'Unsupported start tag "p" at byte offset 0'],
  ['<b', 'Unclosed start tag at byte offset 0'],
  ['<a href="x', 'Unclosed start tag at byte offset 0'],
  ['<a href', 'Unclosed start tag "a" at byte offset 0'],
  ['<a href=', 'Unclosed start tag "a" at byte offset 0'],
  ['<a href=a/b>x</a>', 'Unexpected end of name token at byte offset 8'],
  ['<a ="x">x</a>', 'Empty attribute name in the tag "a" at byte offset 0'],
  ['<b>x', `Can't find end tag corresponding to start tag "b"`],
  ['x</b>', 'Unexpected end tag at byte offset 1'],
  ['<b>x</b', 'Unclosed end tag at byte offset 4'],
  ['<b>a<i>b</b></i>', 'Unmatched end tag at byte offset 8, expected "</i>", found "</b>"'],
  ['<span>x</span>', 'Tag "span" must have class "tg-spoiler" at byte offset 0'],
  ['&#xD83D;', 'Text contains invalid Unicode characters after decoding HTML entities'],
])('%s is refused: %s', (source, reason) => {
  expect(() => parseHtml(source)).toThrow(`Bad Request: can't parse entities: ${reason}`)
})
