/** A message as people see it: Discord's Markdown without its marks. */
export function plainText(content: string): string {
  const code = /(?<!\\)(?:```\w*\n([\s\S]*?)\n```|``([\s\S]*?)``|`([^`]*)`)/g
  let at = 0
  let plain = ''
  for (const found of content.matchAll(code)) {
    plain += withoutMarks(content.slice(at, found.index))
    plain += found[1] ?? found[2] ?? found[3] ?? ''
    at = found.index + found[0].length
  }
  return plain + withoutMarks(content.slice(at))
}

/** Escaped characters are put aside while the marks are removed. */
function withoutMarks(text: string): string {
  const escaped: string[] = []
  const aside = text.replaceAll(/\\([^A-Za-z0-9\s])/g, (_, character: string) => {
    escaped.push(character)
    return '\u0000'
  })
  const bare = aside
    .replaceAll(/\[([^\]]*)\]\(<[^>]*>\)/g, '$1')
    .replaceAll(/^> /gm, '')
    .replaceAll(/\*\*|\*|~~|__/g, '')
  return bare.replaceAll('\u0000', () => escaped.shift() ?? '')
}
