import { describe, expect, test } from 'vitest'
import { visibleParts, visibleText } from './visible-text.ts'

describe('user text', () => {
  test.each([
    ['plain text stays', 'Hello, wörld\n\tnext', 'Hello, wörld\n\tnext'],
    ['an override is shown', 'a\u202Egnp.exe', 'a⟨U+202E⟩gnp.exe'],
    ['an isolate is shown', '\u2066x\u2069', '⟨U+2066⟩x⟨U+2069⟩'],
    ['a zero-width space is shown', 'pay\u200Bpal', 'pay⟨U+200B⟩pal'],
    ['a byte order mark is shown', '\uFEFFx', '⟨U+FEFF⟩x'],
    ['tag characters are shown', 'x\u{E0041}', 'x⟨U+E0041⟩'],
    ['a control is shown', 'a\u0007b', 'a⟨U+0007⟩b'],
    ['a lone joiner is shown', 'a \u200D b', 'a ⟨U+200D⟩ b'],
    ['a family stays one picture', '👩\u200D👩\u200D👧', '👩\u200D👩\u200D👧'],
    ['Persian keeps its joiner', 'می\u200Cخواهم', 'می\u200Cخواهم'],
    ['Hebrew and Arabic stay', 'שלום مرحبا', 'שלום مرحبا'],
    ['a tower of marks is cut', `a${'\u0301'.repeat(500)}`, `a${'\u0301'.repeat(8)}`],
  ])('%s', (_, text, shown) => {
    expect(visibleText(text)).toBe(shown)
  })

  test.each([
    ['https://example.org/a?b=1', 'https://example.org/a?b=1'],
    ['see http://example.org.', 'http://example.org/'],
    ['(https://example.org/x)', 'https://example.org/x'],
    ['https://аpple.com/', 'https://xn--pple-43d.com/'],
  ])('%s links to %s', (text, href) => {
    const links = visibleParts(text).filter((part) => part.kind === 'link')
    expect(links).toEqual([{ kind: 'link', text: href, href }])
  })

  test.each([
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'https://bank.example@evil.example/',
    '<a href="x">',
  ])('%s is no link', (text) => {
    expect(visibleParts(text).some((part) => part.kind === 'link')).toBe(false)
  })

  test('a long line is cut quickly into the same text', () => {
    const text = 'a\u202E http://x.y '.repeat(20_000)
    expect(visibleParts(text).length).toBeGreaterThan(20_000)
  })
})
