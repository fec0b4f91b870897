/* Names that are not known from the chat, by `compromise`, which reads English. It takes most of a second
 * to load and tags some 20 kB a second, so it is loaded on first use. */

/** Longer texts are read in pieces: the tagger's time grows with the length of its input. */
const PIECE = 4_000

/** Names of people that an English text seems to mention, each once, for the `names` of `redact`. */
export async function guessNames(text: string): Promise<string[]> {
  const { default: read } = await import('compromise')
  const names = new Set<string>()
  for (const piece of piecesOf(text)) {
    for (const found of read(piece).people().out('array') as string[]) {
      const name = found.replaceAll(/^[^\p{L}]+|['’]s\b.*$|[^\p{L}.]+$|\.$/gu, '')
      if (/\p{Lu}/u.test(name)) names.add(name)
    }
  }
  return [...names]
}

function piecesOf(text: string): string[] {
  const pieces: string[] = []
  for (let at = 0; at < text.length; ) {
    const line = text.lastIndexOf('\n', at + PIECE)
    const blank = text.lastIndexOf(' ', at + PIECE)
    const cut = at + PIECE >= text.length ? text.length : Math.max(line, blank)
    const end = cut > at ? cut : at + PIECE
    pieces.push(text.slice(at, end))
    at = end
  }
  return pieces
}
