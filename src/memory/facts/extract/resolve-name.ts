import type { FactSubject, NamedPerson } from '../../../domain/fact.ts'
import type { PersonId } from '../../../domain/ids.ts'

/** The people of a chat by their exact names. */
export type NameIndex = {
  /** Folded name or username; null where several people share it. */
  readonly ids: ReadonlyMap<string, PersonId | null>
  /** Names by their first word, longest first: "Ann Lee" before "Ann". */
  readonly byFirstWord: ReadonlyMap<string, readonly string[]>
}

/**
 * Names are compared whole: Ann is not Anna, Max is not Maxim, and a first name is not a full name. A name that two
 * people share means neither.
 */
export function indexNames(people: readonly NamedPerson[]): NameIndex {
  const ids = new Map<string, PersonId | null>()
  for (const { id, name, username } of people) {
    for (const one of new Set([foldName(name), foldName(username ?? '')])) {
      if (one === '') continue
      const known = ids.get(one)
      ids.set(one, known === undefined || known === id ? id : null)
    }
  }
  const byFirstWord = new Map<string, string[]>()
  for (const name of ids.keys()) {
    const [first = ''] = name.split(' ')
    byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), name])
  }
  for (const names of byFirstWord.values()) names.sort((a, b) => b.length - a.length)
  return { ids, byFirstWord }
}

/** Whom a name means; only a name that is exactly one person's has an id. */
export function resolveName(name: string, index: NameIndex): FactSubject {
  return { kind: 'person', personId: index.ids.get(foldName(name)) ?? null, name }
}

/** The known name that a lower-case clause begins with. */
export function leadingName(clause: string, index: NameIndex): string | null {
  const start = clause.startsWith('@') ? 1 : 0
  const end = clause.indexOf(' ')
  const first = clause.slice(start, end === -1 ? undefined : end).replace(/(?:'s|[,:])$/u, '')
  const rest = clause.slice(start)
  for (const name of index.byFirstWord.get(first) ?? []) {
    if (rest.startsWith(name) && !/^[\p{L}\p{M}\p{N}]/u.test(rest.slice(name.length))) return name
  }
  return null
}

/** True if the text has the whole name in it: "Ann" is not in "Anna" or "Ann-Marie". */
export function mentionsName(text: string, name: string): boolean {
  const [folded, wanted] = [foldName(text), foldName(name)]
  if (wanted === '') return false
  for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, at + 1)) {
    const [before, after] = [folded.slice(0, at), folded.slice(at + wanted.length)]
    const isWhole =
      !/[\p{L}\p{M}\p{N}]-?$/u.test(before) && !/^(?:-?[\p{L}\p{M}\p{N}])/u.test(after)
    if (isWhole) return true
  }
  return false
}

/** True if the text names exactly this person. */
export function mentionsPerson(text: string, id: PersonId, index: NameIndex): boolean {
  return [...index.ids].some(([name, of]) => of === id && mentionsName(text, name))
}

/** A name as names are compared. */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase().replaceAll(/[’ʼ]/gu, "'").replace(/^@/u, '').trim()
}
