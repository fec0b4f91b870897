import type { NameKey, Tables } from './read-text.ts'

/* Whom does a message name? People are called by nick, by first name, with and without "@", shortened
 * and misspelt. Who may be meant is whoever spoke in the messages at hand. */

const SUFFIX = /([_|\-`^](away|afk|work|home|laptop|zzz|off|gone|bnc|\d*))+$|[_`^]+$/

export type Named = { readonly mentions: readonly number[]; readonly addressee: number }

const NOBODY: Named = { mentions: [], addressee: -1 }

/** What people may be called by: spelling → who, as an index of our own. The latest speaker owns a spelling. */
export type NameTable = Map<string, number>

const formsByName = new Map<string, readonly string[]>()

/** Enters everything a person may be called by. */
export function enterNames(
  table: NameTable,
  who: number,
  person: { readonly authorName: string | null; readonly authorUsername: string | null },
): void {
  const { authorName, authorUsername } = person
  for (const name of new Set([authorName, authorUsername])) {
    for (const form of name === null ? [] : formsOf(name)) table.set(form, who)
  }
}

/** Finds the people a message names, its own author left out. */
export function findNamed(
  keys: readonly NameKey[],
  author: number,
  table: NameTable,
  tables: Tables,
): Named {
  let mentions: number[] | null = null
  let addressee = -1
  for (const key of keys) {
    const who = lookUp(key, table, tables) ?? (key.isMarked ? lookNear(key, author, table) : null)
    if (who === null || who === author) continue
    mentions ??= []
    if (!mentions.includes(who)) mentions.push(who)
    if (addressee < 0 && key.isFirst) addressee = who
  }
  return mentions === null ? NOBODY : { mentions, addressee }
}

function lookUp({ spellings, isMarked }: NameKey, table: NameTable, tables: Tables) {
  for (const spelling of spellings) {
    const who = table.get(spelling)
    if (who === undefined) continue
    // "will", "may", "mark": a name that is also a common word is meant only where it is marked.
    if (isMarked || (spelling.length > 2 && !tables.rarity.has(spelling))) return who
  }
  return null
}

/** A marked name that nobody bears: one that begins so, or has one letter wrong. */
function lookNear({ spellings }: NameKey, author: number, table: NameTable): number | null {
  const token = spellings.at(-1) ?? ''
  if (token.length < 3) return null
  let found: number | null = null
  for (const [form, who] of table) {
    if (who !== author && isNear(token, form)) found = who
  }
  return found
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

/** Spellings of a name: whole, without trimmings, without "_away", and a first name alone. */
function formsOf(name: string): readonly string[] {
  const known = formsByName.get(name)
  if (known !== undefined) return known
  const lower = name.toLowerCase().trim().split(/\s+/).slice(0, 2).join(' ')
  const bare = lower.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  const [firstName = ''] = bare.split(/\s+/)
  const forms = [lower, bare, bare.replace(SUFFIX, ''), firstName].filter(
    (form) => form.length > 1 && !/^\d+$/.test(form),
  )
  const distinct = [...new Set(forms)]
  if (formsByName.size > 10_000) formsByName.clear()
  formsByName.set(name, distinct)
  return distinct
}
