import { isPointingWord } from '../../../text/generic-words.ts'
import { HAN_AND_KANA } from '../../../text/scripts.ts'
import { isStopWord } from '../../../text/stop-words.ts'
import { termOf } from '../../../text/terms.ts'
import { unspacedPairs } from '../../../text/words.ts'
import { candidateNumbersOf } from './candidate-features.ts'
import { asksForViews, shapeOf } from './shape.ts'
import { type SmallVector, toSmallVector } from './small-vector.ts'

/** What was counted in the training chats. */
export type Tables = {
  /** How rare a word is where it is commonest: the common words of every language counted. */
  readonly rarity: ReadonlyMap<string, number>
  /** Common English words. */
  readonly common: ReadonlySet<string>
  /** Rarity of every other word. */
  readonly unknownRarity: number
  /** Word → evidence that a message starts a conversation, and that it continues its author's own message. */
  readonly lexicon: ReadonlyMap<string, readonly [opens: number, own: number]>
}

/** A token that may be a person's name, in the spellings to look it up by. */
export type NameKey = {
  readonly spellings: readonly string[]
  /** Written as an address: "@ann", or "ann:" at the start. */
  readonly isMarked: boolean
  readonly isFirst: boolean
  /** Written as a name is: with a capital within the text, or in a script without capitals. */
  readonly isNameLike: boolean
}

/** What linking uses of a message's text. */
export type TextReading = {
  readonly names: readonly NameKey[]
  /** Distinct words that may carry the subject, and how rare each is. */
  readonly words: readonly string[]
  readonly rarities: readonly number[]
  readonly wordSet: ReadonlySet<string>
  /** Each of the words as it was written. */
  readonly spelled: readonly string[]
  /** Length of the vector of rarities, and their sum; 1 where there are none. */
  readonly norm: number
  readonly total: number
  readonly length: number
  readonly shape: number
  readonly asksForViews: boolean
  readonly opens: number
  readonly own: number
  /** Its numbers as a candidate: it is one of a hundred messages. */
  readonly asCandidate: Float32Array
  readonly vectors: TextVectors
}

/** Vectors of a text: what its words mean, and how they are spelled; null where nothing is known of either. */
export type TextVectors = Parts<SmallVector>
export type EmbedText = (text: string) => Parts<Float32Array>
type Parts<Vector> = { readonly meaning: Vector | null; readonly spelling: Vector | null }

const NO_VECTORS: TextVectors = { meaning: null, spelling: null }

/** Characters read of a message: later ones do not change what it continues, and cost time. */
const MAX_CHARACTERS = 1_000
/** The windows of 25 busy chats; each thousand costs 12 MB. */
const MEMO_SIZE = 5_000

const TOKEN = /[\p{L}\p{N}][\p{L}\p{N}\p{M}_\-.'’]*/gu
const MARK_AT_END = /[:,>;]$/
const PLAIN = /^[a-z0-9]+$/
/** No script without spaces in it. */
const ASCII = /^[\t-~]*$/

/** Makes the function that reads a text. It remembers the latest: a message is looked back at by a hundred others. */
export function createReader(tables: Tables, embed: EmbedText): (text: string) => TextReading {
  const memo = new Map<string, TextReading>()
  return (text) => {
    const known = memo.get(text)
    if (known !== undefined) return known
    const reading = readText(text.slice(0, MAX_CHARACTERS), tables, embed)
    if (memo.size >= MEMO_SIZE) memo.delete(memo.keys().next().value as string)
    memo.set(text, reading)
    return reading
  }
}

/** The words of a text in order, folded; the name it is addressed to left out. */
export function wordTokens(text: string): string[] {
  return tokensIn(withoutAddress(text))
}

function tokensIn(text: string): string[] {
  const tokens = (text.toLowerCase().match(TOKEN) ?? []).map((token) =>
    PLAIN.test(token) ? token : token.replace(/[.'’\-_]+$/, ''),
  )
  return ASCII.test(text) ? tokens : tokens.flatMap(unspacedPairs)
}

/** True for a token that can carry a subject. */
export function isSubject(token: string): boolean {
  return token.length > 1 && !isStopWord(token) && !isPointingWord(token) && !NO_SUBJECT.test(token)
}

/** A number of one or two digits is a time, a count or a price; hiragana alone is grammar, not a subject. */
const NO_SUBJECT = /^(\d{1,2}|[\p{Script=Hiragana}ー]+)$/u

/** Endings differ by language, beginnings do not: two words with one beginning count as one. */
const KEY_LENGTH = 6
const HANGUL = /^\p{Script=Hangul}/u
const ARABIC = /^\p{Script=Arabic}/u

/** What a word is compared by: its stem, cut short, so that cases and plurals of any language meet. */
export function keyOfWord(word: string): string {
  if (HANGUL.test(word)) return word.slice(0, 2)
  if (ARABIC.test(word)) return word.replace(/^(و?ال)(?=.{3})/u, '').slice(0, 4)
  return termOf(word).slice(0, KEY_LENGTH)
}

/**
 * True for a word people use without meaning the person who is called so: "will", "may". Only English is asked: each
 * language has words that are names in another.
 */
export function isCommonWord(word: string, { common }: Tables): boolean {
  const term = termOf(word)
  return term.length <= KEY_LENGTH && common.has(term)
}

/** A word that is common in the messages of any language is no subject. */
const MIN_RARITY = 4

function isRare(key: string, { rarity }: Tables): boolean {
  return (rarity.get(key) ?? MIN_RARITY) >= MIN_RARITY
}

function readText(text: string, tables: Tables, embed: EmbedText): TextReading {
  const said = withoutAddress(text)
  const tokens = tokensIn(said)
  const distinct = new Set(tokens)
  const subjects = new Map<string, string>()
  for (const token of distinct) {
    const key = isSubject(token) ? keyOfWord(token) : ''
    if (key !== '' && isRare(key, tables) && !subjects.has(key)) subjects.set(key, token)
  }
  const words = [...subjects.keys()]
  const rarities = words.map((word) => tables.rarity.get(word) ?? tables.unknownRarity)
  const lexicon = [...distinct].flatMap((token) => {
    const known = tables.lexicon.get(token)
    return known === undefined ? [] : [known]
  })
  const scale = Math.sqrt(lexicon.length + 1)
  const summary = {
    length: tokens.length,
    shape: shapeOf(text, tokens),
    opens: sum(lexicon.map(([opens]) => opens)) / scale,
    own: sum(lexicon.map(([, own]) => own)) / scale,
  }
  return {
    ...summary,
    asCandidate: candidateNumbersOf(summary),
    names: nameKeysOf(text),
    words,
    rarities,
    wordSet: new Set(words),
    spelled: [...subjects.values()],
    norm: Math.sqrt(sum(rarities.map((rarity) => rarity * rarity))) || 1,
    total: sum(rarities) || 1,
    asksForViews: asksForViews(text, tokens),
    vectors: tokens.length === 0 ? NO_VECTORS : vectorsOf(said, embed),
  }
}

function vectorsOf(text: string, embed: EmbedText): TextVectors {
  const { meaning, spelling } = embed(text)
  return { meaning: toSmallVector(meaning), spelling: toSmallVector(spelling) }
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
  const written = text.trim().split(/\s+/)
  const tokens = written.map((token) => token.toLowerCase())
  for (const [i, token] of tokens.entries()) {
    const isNameLike = NAME_LIKE.test(written[i] as string)
    const stripped = strip(token)
    if (stripped.length < 2) continue
    const open = token === stripped ? token : token.replace(/[^\p{L}\p{N}]+$/u, '')
    const isMarked = token.startsWith('@') || (i === 0 && MARK_AT_END.test(token))
    const isFirst = i === 0 || token.startsWith('@')
    // "anna s": two people may share a first name.
    const both = `${stripped} ${strip(tokens[i + 1] ?? '')}`
    const spellings = token === stripped ? [both, token] : [both, token, open, stripped]
    keys.push({ spellings, isMarked, isFirst, isNameLike })
    if (UNSPACED_LETTER.test(token)) keys.push(...keysWithin(token, isFirst))
  }
  return keys
}

const NAME_LIKE = /^[^\p{L}]*[\p{Lu}\p{Lt}\p{Lo}]/u
/** The nets were trained without Thai here. */
const UNSPACED_LETTER = new RegExp(`[${HAN_AND_KANA}]`, 'u')
const MAX_WITHIN = 40
const LONGEST_WITHIN = 4

/** Where words are not spaced a name may begin at any letter. */
function keysWithin(token: string, isFirst: boolean): NameKey[] {
  const letters = [...token].slice(0, MAX_WITHIN)
  return letters.slice(0, -1).map((_, at) => ({
    spellings: Array.from({ length: LONGEST_WITHIN - 1 }, (_, i) =>
      letters.slice(at, at + LONGEST_WITHIN - i).join(''),
    ),
    isMarked: false,
    isFirst: isFirst && at === 0,
    isNameLike: true,
  }))
}

function strip(token: string): string {
  // Most tokens are plain words: to see that is far cheaper than to replace nothing.
  if (PLAIN.test(token)) return token
  return token.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0)
}
