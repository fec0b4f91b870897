import type { Db } from '../../db/engine/database.ts'
import { findPerson } from '../../db/messages/people.ts'
import type { FactSubject, NamedPerson, StatedFact } from '../../domain/fact.ts'
import type { PersonId, WorkspaceId } from '../../domain/ids.ts'
import { stateText } from '../facts/state-text.ts'
import { parsePersonRef } from '../resolve-person.ts'
import type { ImportedMemory, ImportedSubject } from './imported-memory.ts'

export type StatedMemory = {
  /** The fact and, where it has ended, the statement that ends it. */
  readonly facts: readonly StatedFact[]
  /** The file says when it was stated: the same at another time is another statement. */
  readonly isDated: boolean
}

export type MemorySpeaker = {
  readonly saidBy: NamedPerson
  readonly people: readonly NamedPerson[]
  readonly now: Date
  /** Removes personal data. */
  readonly clean: (text: string) => string
}

/** An imported memory as statements of the person it belongs to. */
export async function stateMemory(
  db: Db,
  workspaceId: WorkspaceId,
  memory: ImportedMemory,
  { saidBy, people, now, clean }: MemorySpeaker,
): Promise<StatedMemory> {
  const text = clean(memory.text)
  const at = memory.saidAt ?? memory.validFrom ?? now
  const saidAt = at > now ? now : at
  const sentence = stateText({ text, saidBy, saidAt }, people)
  const { stated } = memory
  const named =
    stated === null
      ? sentence
      : {
          ...{ ...sentence, attribute: stated.attribute, key: stated.key },
          ...{ value: clean(stated.value), text },
          about: await subjectFor(db, workspaceId, stated.about, {
            ref: memory.person,
            id: saidBy.id,
          }),
        }
  const fact = { ...named, validFrom: memory.validFrom ?? named.validFrom }
  return { facts: [fact, ...endOf(fact, memory.validTo)], isDated: memory.saidAt !== null }
}

/**
 * Periods are computed from statements, so an end is a statement, too: made right after the fact, about the time at which
 * it ended.
 */
function endOf(fact: StatedFact, validTo: Date | null): StatedFact[] {
  if (validTo === null || validTo <= fact.validFrom) return []
  const saidAt = new Date(Math.max(fact.validFrom.getTime(), fact.saidAt.getTime()))
  return [{ ...fact, ends: true, saidAt, validFrom: validTo }]
}

async function subjectFor(
  db: Db,
  workspaceId: WorkspaceId,
  about: ImportedSubject,
  self: { readonly ref: string | null; readonly id: PersonId },
): Promise<FactSubject> {
  if (about.kind === 'group') return about
  const { name, person } = about
  const ref = person === null ? null : parsePersonRef(person)
  const known = ref && (await findPerson(db, workspaceId, ref.channel, ref.externalId))
  const other = known === null || known.isOptedOut ? null : known.id
  // What its person said of themselves is theirs, under whichever account they are known here.
  const id = person !== null && person === self.ref ? self.id : other
  return about.kind === 'person'
    ? { kind: 'person', personId: id, name }
    : { kind: 'thing', name, of: id }
}
