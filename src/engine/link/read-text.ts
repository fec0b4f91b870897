import { isPointingWord } from '../../domain/generic-words.ts'
import { isStopWord } from '../../domain/stop-words.ts'
import { unspacedPairs } from '../../domain/words.ts'
import { asksForViews, shapeOf } from './shape.ts'

/** What was counted in the training chats. */
export type Tables = {
  /** How rare a word is: the commonest few thousand words, by falling frequency. */
  readonly rarity: ReadonlyMap<string, number>
  /** Rarity of every other word. */
  readonly unknownRarity: number
  /** Word → how much it tells that a message opens a talk, and that it goes on with the author's own. */
  readonly lexicon: ReadonlyMap<string, readonly [opens: number, own: number]>
}

/** A token that may be somebody's name, in the spellings to look it up by. */
export type NameKey = {
  readonly spellings: readonly string[]
  /** Written as an address: "@ann", or "ann:" at the start. */
  readonly isMarked: boolean
  readonly isFirst: boolean
}

/** What a message says, as far as linking goes. */
export type Reading = {
  readonly names: readonly NameKey[]
  /** Distinct words that may carry the subject, and how rare each is. */
  readonly words: readonly string[]
  readonly rarities: readonly number[]
  readonly wordSet: ReadonlySet<string>
  /** Length of the vector of rarities, and their sum; 1 where there are none. */
  readonly norm: number
  readonly total: number
  readonly length: number
  readonly shape: number
  readonly asksForViews: boolean
  readonly opens: number
  readonly own: number
}

/** More than this of one message says no more about whom it answers, and must not cost time. */
const MAX_CHARACTERS = 1_000
/** The windows of 25 busy chats; each thousand costs 12 MB. */
const MEMO_SIZE = 5_000

const TOKEN = /[\p{L}\p{N}][\p{L}\p{N}\p{M}_\-.'’]*/gu
const MARK_AT_END = /[:,>;]$/
const PLAIN = /^[a-z0-9]+$/
/** No script without spaces in it. */
const ASCII = /^[\t-~]*$/

/** Makes the function that reads a text. It remembers the latest: a message is looked back at by a hundred others. */
export function createReader(tables: Tables): (text: string) => Reading {
  const memo = new Map<string, Reading>()
  return (text) => {
    const known = memo.get(text)
    if (known !== undefined) return known
    const reading = readText(text.slice(0, MAX_CHARACTERS), tables)
    if (memo.size >= MEMO_SIZE) memo.delete(memo.keys().next().value as string)
    memo.set(text, reading)
    return reading
  }
}

/** The words of a text in order, folded; the name it is addressed to left out. */
export function tokensOf(text: string): string[] {
  const tokens = (withoutAddress(text).toLowerCase().match(TOKEN) ?? []).map((token) =>
    PLAIN.test(token) ? token : token.replace(/[.'’\-_]+$/, ''),
  )
  return ASCII.test(text) ? tokens : tokens.flatMap(unspacedPairs)
}

/** True for a token that can carry a subject. */
export function isSubject(token: string): boolean {
  return token.length > 1 && !isStopWord(token) && !isPointingWord(token)
}

/** One form for singular and plural; the rest of a word's endings is left alone. */
export function foldPlural(word: string): string {
  return word.length > 4 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

function readText(text: string, tables: Tables): Reading {
  const tokens = tokensOf(text)
  const distinct = new Set(tokens)
  const wordSet = new Set([...distinct].filter(isSubject).map(foldPlural))
  const words = [...wordSet]
  const rarities = words.map((word) => tables.rarity.get(word) ?? tables.unknownRarity)
  const lexicon = [...distinct].flatMap((token) => {
    const known = tables.lexicon.get(token)
    return known === undefined ? [] : [known]
  })
  const scale = Math.sqrt(lexicon.length + 1)
  return {
    names: nameKeysOf(text),
    words,
    rarities,
    wordSet,
    norm: Math.sqrt(sum(rarities.map((rarity) => rarity * rarity))) || 1,
    total: sum(rarities) || 1,
    length: tokens.length,
    shape: shapeOf(text, tokens),
    asksForViews: asksForViews(text, tokens),
    opens: sum(lexicon.map(([opens]) => opens)) / scale,
    own: sum(lexicon.map(([, own]) => own)) / scale,
  }
}

/** The text without "@names", and without a word before a colon or comma that begins it. */
function withoutAddress(text: string): string {
  const [, first = '', rest = ''] = /^\s*(\S+)\s*([\s\S]*)$/.exec(text) ?? []
  const word = strip(first.toLowerCase())
  const isAddress = MARK_AT_END.test(first) && word.length > 1 && isSubject(word)
  return (isAddress ? rest : text).replaceAll(/(^|\s)@\S+/g, '$1')
}

function nameKeysOf(text: string): NameKey[] {
  const keys: NameKey[] = []
  const tokens = text.toLowerCase().trim().split(/\s+/)
  for (const [i, token] of tokens.entries()) {
    const stripped = strip(token)
    if (stripped.length < 2) continue
    const open = token === stripped ? token : token.replace(/[^\p{L}\p{N}]+$/u, '')
    const isMarked = token.startsWith('@') || (i === 0 && MARK_AT_END.test(token))
    const isFirst = i === 0 || token.startsWith('@')
    // "anna s": two people may share a first name.
    const both = `${stripped} ${strip(tokens[i + 1] ?? '')}`
    const spellings = token === stripped ? [both, token] : [both, token, open, stripped]
    keys.push({ spellings, isMarked, isFirst })
  }
  return keys
}

function strip(token: string): string {
  // Most tokens are plain words: to see that is far cheaper than to replace nothing.
  if (PLAIN.test(token)) return token
  return token.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0)
}
