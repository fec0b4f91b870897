import { describe, expect, test } from 'vitest'
import { isInMatrixCode, readMatrixHtml, readPlain } from './matrix-text.ts'

const ME = '@earshot:matrix.test'
const PILL = '<a href="https://matrix.to/#/@earshot:matrix.test">Earshot Bot</a>'

describe('the text of HTML', () => {
  test.each([
    ['<b>bold</b> and <em>italic</em>', 'bold and italic'],
    ['one<br>two<br/>three', 'one\ntwo\nthree'],
    ['<p>one</p><p>two</p>', 'one\ntwo'],
    ['<p>one</p>\n<p>two</p>\n', 'one\ntwo'],
    ['<ul><li>one</li><li>two</li></ul>after', '- one\n- two\nafter'],
    ['<ul>\n<li>one</li>\n<li>two</li>\n</ul>', '- one\n- two'],
    ['<blockquote>quoted<br>twice</blockquote>mine', '> quoted\n> twice\nmine'],
    ['use <code>a &lt; b</code> here', 'use `a < b` here'],
    ['<pre><code class="language-js">a\n  b</code></pre>after', '```\na\n  b\n```\nafter'],
    ['<mx-reply><blockquote>the parent</blockquote></mx-reply>my reply', 'my reply'],
    ['<h1>Title</h1>text', 'Title\ntext'],
    ['1 &amp; 2 &lt;3', '1 & 2 <3'],
    [`${PILL}: hello`, '@earshot: hello'],
    ['<a href="https://example.org/">a site</a>', 'a site'],
    ['<script>alert(1)</script>shown', 'shown'],
    ['unclosed <b>bold', 'unclosed bold'],
    ['</b></b>stray', 'stray'],
  ])('of %j', (html, text) => {
    expect(readMatrixHtml(html, ME).text).toBe(text)
  })

  test.each([
    [PILL, true],
    ['<a href="https://matrix.to/#/%40earshot%3Amatrix.test">Earshot</a>', true],
    ['<a href="matrix:u/earshot:matrix.test">Earshot</a>', true],
    ['<a href="https://matrix.to/#/@earshot:matrix.test?via=other.test">Earshot</a>', true],
    ['<a href="https://matrix.to/#/@other:matrix.test">Earshot</a>', false],
    ['<a href="https://evil.test/#/@earshot:matrix.test">Earshot</a>', false],
    [`<code>${PILL}</code>`, false],
    [`<mx-reply>${PILL}</mx-reply>hello`, false],
    ['<a href="https://matrix.to/#/%E0%A4%A">broken</a>', false],
  ])('finds the pill of the bot in %j: %s', (html, isThere) => {
    expect(readMatrixHtml(html, ME).pills.has(ME)).toBe(isThere)
  })

  test('knows what is code', () => {
    const read = readMatrixHtml('see <code>@earshot</code> and @earshot', ME)
    expect(isInMatrixCode(read, read.text.indexOf('@earshot'))).toBe(true)
    expect(isInMatrixCode(read, read.text.lastIndexOf('@earshot'))).toBe(false)
    const plain = readPlain('see `@earshot` and @earshot')
    expect(isInMatrixCode(plain, plain.text.indexOf('@earshot'))).toBe(true)
    expect(isInMatrixCode(plain, plain.text.lastIndexOf('@earshot'))).toBe(false)
  })

  test('survives whatever nesting', () => {
    const deep = `${'<blockquote><code>'.repeat(20_000)}text${'</code></blockquote>'.repeat(20_000)}`
    expect(readMatrixHtml(deep, ME).text).toContain('text')
    expect(readMatrixHtml('<'.repeat(60_000), ME).text.length).toBeLessThan(70_000)
  })
})
