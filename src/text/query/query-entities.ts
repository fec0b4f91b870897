import { isStopWord } from '../stop-words.ts'
import { wordsOf } from '../words.ts'
import type { Language } from './query-language.ts'
import { dateAt, isNumber, LONGEST_DATE, quantityAt } from './query-numbers.ts'

/* Entities of a question: people, places, files, addresses, dates, amounts, things of code.
 *
 * The text is scanned once, from one white space to the next, and each piece is classified by its shape.
 * Names are recognised by their capitals where capitals carry information: not at the beginning of a
 * sentence, not in a text that is all capitals, and in German not after an article. */

export type Entity = {
  readonly kind:
    | ('name' | 'mention' | 'tag' | 'url' | 'email' | 'file')
    | ('date' | 'quantity' | 'code' | 'phrase')
  readonly text: string
}

const MAX_ENTITIES = 50

const QUOTED =
  /"([^"\n]{2,120})"|“([^“”\n]{2,120})”|«([^«»\n]{2,120})»|„([^„“”\n]{2,120})[“”]|「([^「」\n]{1,120})」|『([^『』\n]{1,120})』|《([^《》\n]{1,120})》|`([^`\n]{1,120})`|(?<![\p{L}\p{N}])'([^'\n]{2,120})'(?![\p{L}\p{N}])/gu

/** The text in quotation marks. */
export function phrasesOf(text: string): string[] {
  const found = [...text.matchAll(QUOTED)].map((match) => match.slice(1).find((part) => part))
  return [...new Set(found.flatMap((phrase) => phrase?.trim() || []))]
}

/** All entities of the text, each once, in order; quoted phrases come last. */
export function entitiesOf(text: string, languages: readonly Language[]): Entity[] {
  const pieces = piecesOf(text)
  const capitals = readCapitals(pieces, languages)
  const entities = new Map<string, Entity>()
  const add = ({ kind, text }: Entity) => entities.set(`${kind} ${text}`, { kind, text })
  for (let i = 0; i < pieces.length && entities.size < MAX_ENTITIES; ) {
    const found = entityAt(pieces, i) ?? capitals(i)
    if (found !== null) add(found)
    i += found?.length ?? 1
  }
  for (const phrase of phrasesOf(text)) add({ kind: 'phrase', text: phrase })
  return [...entities.values()].slice(0, MAX_ENTITIES)
}

/** A piece between spaces, without the punctuation around it, and whether a sentence may begin with it. */
type Piece = { readonly text: string; readonly isFirst: boolean; readonly isLast: boolean }
type Found = Entity & { readonly length: number }

const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}`
const SCRIPT_BORDER = new RegExp(
  `(?<=[${UNSPACED}，。！？、：；])(?=[A-Za-z0-9@#])|(?<=[A-Za-z0-9])(?=[${UNSPACED}，。！？、：；])`,
  'gu',
)
const BEFORE = /^[([{<"'“”„«‘`¿¡*_]+/u
/** The brackets of a call belong to it. */
const AFTER = /(?:[\]}>"'“”»’`*,;:.!?…，。！？、：；]|(?<!\()\))+$/u

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let isFirst = true
  let end = 0
  const spaced = text.replaceAll(SCRIPT_BORDER, ' ')
  for (const { 0: raw, index } of spaced.matchAll(/\S+/gu)) {
    if (spaced.slice(end, index).includes('\n')) isFirst = true
    end = index + raw.length
    const piece = raw.replace(BEFORE, '').replace(AFTER, '')
    const isLast: boolean = /[.!?…:;。！？]["'”»’)]*$/u.test(raw)
    // A sentence has not begun after punctuation alone, nor after the name that calls the bot.
    const isOpener: boolean = /^(?:@.*|#.*|[^\p{L}]*)$/u.test(piece) && isFirst
    if (piece !== '') pieces.push({ text: piece, isFirst, isLast: isLast || raw.endsWith(',') })
    isFirst = isLast || isOpener
  }
  return pieces
}

const EXTENSIONS = new Set(
  `pdf doc docx xls xlsx ppt pptx odt ods csv tsv txt md rst log json jsonl yaml yml toml xml html htm css scss
  js mjs cjs jsx ts tsx vue svelte py ipynb rb go rs java kt swift c h cc cpp hpp cs php sh bash zsh bat ps1
  sql db sqlite ini cfg conf env lock zip gz tar tgz rar 7z png jpg jpeg gif svg webp heic mp3 mp4 mov wav
  epub tex parquet proto dockerfile gradle lua r`.split(/\s+/),
)
const DOMAINS = new Set(
  `com org net io dev ai app edu gov info me tv co eu de at ch fr es it pt br pl ru ua uk tr jp cn kr in nl be
  se no fi dk cz us ca au gg xyz online site shop cloud`.split(/\s+/),
)

/** Classifies a piece by its shape alone; dates and quantities may take several pieces. */
function entityAt(pieces: readonly Piece[], i: number): Found | null {
  const text = pieces[i]?.text ?? ''
  const kind = kindOf(text)
  if (kind !== null) {
    const isTagged = kind === 'mention' || kind === 'tag'
    const short = isTagged ? /^[@#][\p{L}\p{N}_]+/u.exec(text)?.[0] : text
    return { kind, text: short ?? text, length: 1 }
  }
  const ahead = pieces.slice(i, i + LONGEST_DATE).map((piece) => piece.text)
  const parts = { date: dateAt(ahead), quantity: quantityAt(ahead) }
  const [name, length] =
    parts.date > 0 ? ['date' as const, parts.date] : ['quantity' as const, parts.quantity]
  if (length > 0) return { kind: name, text: ahead.slice(0, length).join(' '), length }
  return isCode(text) ? { kind: 'code', text, length: 1 } : null
}

function kindOf(text: string): Entity['kind'] | null {
  if (/^(?:https?:\/\/|www\.)./iu.test(text)) return 'url'
  if (/^[^@]+@[^@]+\.[\p{L}\p{N}-]+$/u.test(text)) return 'email'
  if (/^@[\p{L}\p{N}_]/u.test(text)) return 'mention'
  if (/^#[\p{L}\p{N}_]/u.test(text)) return 'tag'
  if (isPath(text)) return 'file'
  const ending = /\.([a-z0-9]{1,10})$/iu.exec(text)?.[1]?.toLowerCase() ?? ''
  if (EXTENSIONS.has(ending) && /\p{L}/u.test(text.slice(0, -ending.length))) return 'file'
  if (DOMAINS.has(ending) && /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:\/|$)/iu.test(text)) return 'url'
  return null
}

/** "/etc/hosts", "src/a/b", "C:\notes"; neither "and/or" nor "12/05/2024". */
function isPath(text: string): boolean {
  const parts = text.split(/[\\/]/u)
  if (parts.length < 2 || !/\p{L}/u.test(text)) return false
  if (/^(?:~|\.{1,2}|[A-Za-z]:)?[\\/][\p{L}\p{N}_.]/u.test(text)) return true
  const ending = parts.at(-1)?.split('.').at(-1)?.toLowerCase() ?? ''
  const isDeep = parts.length > 2 && parts.every((part) => /^[\p{L}\p{N}_.@-]+$/u.test(part))
  return isDeep || (EXTENSIONS.has(ending) && text.includes('.'))
}

/** fooBar, foo_bar, foo(), a.b.c, --flag, v1.2, k8s; neither 5th nor a plain number. */
const CODE = [
  /^[\p{Ll}$_][\p{L}\p{N}]*\p{Lu}/u,
  /[\p{L}\p{N}]_[\p{L}\p{N}]/u,
  /\(\)$/u,
  /^--?\p{L}{2}/u,
  /[\p{L}\p{N}]\.\p{L}{2,}\./u,
  /^(?=.*\p{L})(?=.*\p{N})(?!\d+(?:st|nd|rd|th)$)[\p{Script=Latin}\p{N}.\-_]{2,40}$/u,
]

function isCode(text: string): boolean {
  if (!/^[\p{L}\p{N}_$.\-():+]+$/u.test(text) || isNumber(text)) return false
  return CODE.some((shape) => shape.test(text))
}

const ARTICLES = new Set(
  `der die das den dem des ein eine einen einem einer eines kein keine keinen mein meine meinen dein deine unser
  unsere euer eure ihr ihre sein seine dieser diese dieses diesen diesem jeder jede jedes zum zur im am vom
  beim ins ans welche welcher welches welchen viele wenige alle mehr neue neuen neuer neues`.split(
    /\s+/,
  ),
)
const JOINERS = new Set('of de la le du del di da van von der den the and & y e zu'.split(' '))

/** Reads a name that begins at a piece, if capitals carry information in this text. */
function readCapitals(pieces: readonly Piece[], languages: readonly Language[]) {
  const isForeign = languages.some((language) => language === 'zh' || language === 'ja')
  const words = pieces.filter(({ text, isFirst }) => /^\p{L}/u.test(text) && !isFirst)
  const capital = words.filter(({ text }) => isCapital(text)).length
  const meansNothing = words.length > 3 && capital > words.length * 0.8
  const isGerman = languages.includes('de')
  const isName = (i: number) => {
    const piece = pieces[i]
    if (piece === undefined || !isCapital(piece.text) || isCommon(piece.text)) return false
    return !(isGerman && ARTICLES.has(pieces[i - 1]?.text.toLowerCase() ?? ''))
  }
  const isJoiner = (i: number) => JOINERS.has(pieces[i]?.text ?? '')
  return (i: number): Found | null => {
    const piece = pieces[i]
    if (piece === undefined) return null
    if (isForeign && /^[A-Za-z][\w+.-]+$/u.test(piece.text) && !isCommon(piece.text)) {
      return { kind: 'name', text: piece.text, length: 1 }
    }
    if (meansNothing || !isName(i)) return null
    let end = i + 1
    while (!pieces[end - 1]?.isLast && end < i + 6) {
      if (isName(end)) end++
      else if (isJoiner(end) && isName(end + 1)) end += 2
      else if (isJoiner(end) && isJoiner(end + 1) && isName(end + 2)) end += 3
      else break
    }
    // At the beginning every word has a capital: two of them, or an unusual shape, are still a name.
    const isTold = !piece.isFirst || end > i + 1 || /\p{L}\p{Lu}/u.test(piece.text)
    const text = pieces
      .slice(i, end)
      .map((part) => part.text)
      .join(' ')
    return isTold ? { kind: 'name', text: text.replace(/['’]s$/u, ''), length: end - i } : null
  }
}

function isCapital(text: string): boolean {
  return /^\p{Lu}[\p{L}\p{M}\p{N}'’.&+-]*$/u.test(text) && text.length > 1
}

/** A word no name begins with, even with a capital: "I'm", "What", "Der". */
function isCommon(text: string): boolean {
  const words = wordsOf(text)
  return words.length === 0 || words.every((word) => isStopWord(word) || word.length === 1)
}
