import type { Db } from '../db/engine/database.ts'
import { findIdentity, findPerson, findPersonById, type PersonRow } from '../db/messages/people.ts'
import { listNamesOf } from '../db/messages/people-links.ts'
import { AppError } from '../domain/errors.ts'
import type { PersonId } from '../domain/ids.ts'
import { mayActAs, type Principal } from '../domain/principal.ts'

/** A person, with all their accounts. */
export type Who = PersonRow & {
  readonly selfId: PersonId
  readonly isOptedOut: boolean
  readonly names: readonly PersonId[]
}

/**
 * Resolves a reference to a person: "me", one of our ids, or channel:id. Staff may name anyone, a member
 * only themselves; for a member other people do not exist.
 */
export async function findWho(db: Db, principal: Principal, ref: string): Promise<Who> {
  const { workspaceId } = principal
  const person = await findByRef(db, principal, ref)
  const identity = person && (await findIdentity(db, workspaceId, person.id))
  if (person === null || identity === null) throw unknown(ref)
  const names = await listNamesOf(db, workspaceId, identity.selfId)
  const isSelf = principal.personId !== null && names.includes(principal.personId)
  if (!isSelf && !mayActAs(principal.role, 'staff')) throw unknown(ref)
  return { ...person, ...identity, names }
}

async function findByRef(db: Db, { workspaceId, personId }: Principal, ref: string) {
  if (ref === 'me') return personId === null ? null : findPersonById(db, workspaceId, personId)
  const named = parsePersonRef(ref)
  if (named !== null) return findPerson(db, workspaceId, named.channel, named.externalId)
  return /^\d{1,15}$/.test(ref) ? findPersonById(db, workspaceId, Number(ref) as PersonId) : null
}

/** The parts of channel:id; null for anything else. */
export function parsePersonRef(
  ref: string,
): { readonly channel: string; readonly externalId: string } | null {
  const named = /^([^:]+):(.+)$/s.exec(ref)
  return named === null ? null : { channel: named[1] ?? '', externalId: named[2] ?? '' }
}

function unknown(ref: string): AppError {
  return new AppError(
    'person_not_found',
    `No person "${ref.slice(0, 100)}" is known to you. Use channel:id, the id of an answer's author, or "me" with a member key.`,
  )
}
