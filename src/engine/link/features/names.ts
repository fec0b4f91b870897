import type { Message } from '../../../domain/message.ts'
import { isCommonWord, type NameKey, type Tables, type TextReading } from './read-text.ts'

/* Whom does a message name? People are called by nick, by first name, with and without "@", shortened
 * and misspelt. A name may mean any author of the window. */

const SUFFIX = /([_|\-`^](away|afk|work|home|laptop|zzz|off|gone|bnc|\d*))+$|[_`^]+$/

export type AuthorId = Message['authorId'] | null

/** The people a message names, and the one it addresses; undefined without one. */
type Named = { readonly mentions: readonly AuthorId[]; readonly addressee?: AuthorId }

const NOBODY: Named = { mentions: [] }

/** What people may be called by: spelling → who. */
type NameTable = Map<string, AuthorId>

export type NamedAuthor = {
  readonly authorId: AuthorId
  readonly authorName: string | null
  readonly authorUsername: string | null
}

/** Finds the people a text by this author names. */
export type FindNamed = (reading: TextReading, author: AuthorId) => Named

/**
 * Makes the function that finds names among some people, the latest speaker first: who spoke last owns a spelling
 * that two of them share. Few words of a text are anybody's name: which ones may be is worked out once for the texts
 * that a hundred messages in a row look back at, and again only after a new person wrote.
 */
export function createNameFinder(tables: Tables): (people: readonly NamedAuthor[]) => FindNamed {
  let latest = createKnownNames()
  return (people) => {
    if (latest.size() > MAX_NAMES) latest = createKnownNames()
    const known = latest
    const table: NameTable = new Map()
    for (const { authorId, authorName, authorUsername } of people) {
      for (const name of [authorName, authorUsername]) {
        for (const form of name === null ? [] : known.formsOf(name)) {
          if (!table.has(form)) table.set(form, authorId)
        }
      }
    }
    return (reading, author) => findNamed(known.keysOf(reading), author, table, tables)
  }
}

/** Beyond so many names it starts again with those of one window. */
const MAX_NAMES = 10_000

/** The spellings of every name so far, and which keys of a text may be one of them. */
function createKnownNames() {
  const formsByName = new Map<string, readonly string[]>()
  const spellings = new Set<string>()
  let keysByText = new WeakMap<TextReading, readonly NameKey[]>()
  const isKnown = (spelling: string) => spellings.has(spelling)
  const mayName = (key: NameKey) =>
    key.isMarked || key.spellings.some(isKnown) || beginningsOf(key).some(isKnown)
  return {
    size: () => formsByName.size,
    formsOf(name: string): readonly string[] {
      const known = formsByName.get(name)
      if (known !== undefined) return known
      const forms = formsOf(name)
      formsByName.set(name, forms)
      for (const form of forms) spellings.add(form)
      keysByText = new WeakMap()
      return forms
    },
    keysOf(reading: TextReading): readonly NameKey[] {
      const known = keysByText.get(reading)
      if (known !== undefined) return known
      const keys = reading.names.filter(mayName)
      keysByText.set(reading, keys)
      return keys
    },
  }
}

/** Finds the people a message names, its own author left out. */
function findNamed(
  keys: readonly NameKey[],
  author: AuthorId,
  table: NameTable,
  tables: Tables,
): Named {
  let mentions: AuthorId[] | null = null
  let addressee: AuthorId | undefined
  for (const key of keys) {
    const who =
      lookUp(key, table, tables) ??
      (key.isMarked ? lookNear(key, author, table) : undefined) ??
      lookInflected(key, table)
    if (who === undefined || who === author) continue
    mentions ??= []
    if (!mentions.includes(who)) mentions.push(who)
    if (addressee === undefined && key.isFirst) addressee = who
  }
  if (mentions === null) return NOBODY
  return addressee === undefined ? { mentions } : { mentions, addressee }
}

const LETTERS = /^\p{L}{3,}$/u
const HANGUL_NAME = /^\p{Script=Hangul}{2,}$/u

function isLetters(form: string): boolean {
  return LETTERS.test(form) || HANGUL_NAME.test(form)
}

/** What stays of a name when it is inflected: "Катя" is called "Катю", "Кате". */
function beginningOf(form: string): string {
  if (HANGUL_NAME.test(form)) return form
  return form.length > 3 ? form.replace(/[аяоеиіїуюйьaeouyi]$/u, '') : form
}

/** Letters an inflected name may have after its beginning. */
const MAX_ENDING = 3

/** A name with an ending: "Игорю", "Ayşe'ye", "민수야". */
function lookInflected(key: NameKey, table: NameTable): AuthorId | undefined {
  for (const beginning of beginningsOf(key)) {
    const who = table.get(beginning)
    if (who !== undefined) return who
  }
  return undefined
}

/** The beginnings of names that a token may be an inflected form of, the longest first. */
function beginningsOf({ spellings, isNameLike }: NameKey): string[] {
  const token = spellings.at(-1) ?? ''
  if (!isNameLike || token.length < 3 || /^[a-z]+$/.test(token)) return []
  const shortest = Math.max(2, token.length - MAX_ENDING)
  return Array.from(
    { length: token.length - shortest + 1 },
    (_, i) => `${token.slice(0, token.length - i)}…`,
  )
}

const SHORT_NAME = /^\p{Lo}{2}$/u

function lookUp(
  { spellings, isMarked, isNameLike, isFirst }: NameKey,
  table: NameTable,
  tables: Tables,
) {
  for (const spelling of spellings) {
    const who = table.get(spelling)
    if (who === undefined) continue
    if (isMarked) return who
    // "will", "may", "mark": a name that is also a common word is meant where it is written as a name.
    const isLarge = isNameLike && !isFirst && !SHORT_NAME.test(spelling)
    if (isLarge) return who
    const isLong = spelling.length > 2 || SHORT_NAME.test(spelling)
    if (isLong && !isCommonWord(spelling, tables)) return who
  }
  return undefined
}

/** A marked name that no author has: one that begins so, or has one letter wrong. */
function lookNear(
  { spellings }: NameKey,
  author: AuthorId,
  table: NameTable,
): AuthorId | undefined {
  const token = spellings.at(-1) ?? ''
  if (token.length < 3) return undefined
  let nearest: { readonly form: string; readonly who: AuthorId } | undefined
  for (const [form, who] of table) {
    if (who === author || form.endsWith('…') || !isNear(token, form)) continue
    if (nearest === undefined || isBefore(form, nearest.form)) nearest = { form, who }
  }
  return nearest?.who
}

/** The shortest, and of those the first in the alphabet: whom a name means must not depend on who spoke when. */
function isBefore(a: string, b: string): boolean {
  return a.length === b.length ? a < b : a.length < b.length
}

function isNear(token: string, form: string): boolean {
  if (form.startsWith(token)) return true
  if (token.startsWith(form)) return form.length >= 4
  return token.length >= 5 && isOneEditApart(token, form)
}

/** One letter added, left out, replaced, or two neighbours swapped. */
function isOneEditApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let i = 0
  while (i < a.length && a[i] === b[i]) i += 1
  const restA = a.slice(i)
  const restB = b.slice(i)
  const isSwap = restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2)
  return (
    isSwap ||
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1)
  )
}

/** Spellings of a name: whole, without trimmings, without "_away", and a first name alone; with "…", beginnings. */
function formsOf(name: string): readonly string[] {
  const lower = name.toLowerCase().trim().split(/\s+/).slice(0, 2).join(' ')
  const bare = lower.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  const [firstName = ''] = bare.split(/\s+/)
  const forms = [lower, bare, bare.replace(SUFFIX, ''), firstName].filter(
    (form) => form.length > 1 && !/^\d+$/.test(form),
  )
  return [...new Set(forms)].flatMap((form) =>
    isLetters(form) ? [form, `${beginningOf(form)}…`] : [form],
  )
}
