import { formatThreadId, parseThreadId } from '../../domain/chat.ts'
import { FACT_ATTRIBUTES, FACT_STATUSES } from '../../domain/fact.ts'
import { type Entry, entryOf, entryText, entryTime } from './entry-fields.ts'
import type { ImportedMemory, ImportedSubject } from './imported-memory.ts'

/** The name of our own format, and the version that this program writes and reads. */
export const OWN_FORMAT = 'earshot-memories'
export const OWN_VERSION = 1

/** An entry of our own export; null if it is none. */
export function readOwnMemory(value: unknown, position: number): ImportedMemory | null {
  const entry = entryOf(value)
  const text = entry && entryText(entry, 'text')
  const attribute = FACT_ATTRIBUTES.find((one) => one === entry?.attribute)
  const status = FACT_STATUSES.find((one) => one === (entry?.status ?? 'active'))
  const about = entry && subjectIn(entryOf(entry.subject))
  const stated = entry && entryText(entry, 'value')
  if (!entry || !text || !attribute || !status || !about || !stated) return null
  return {
    position,
    text,
    person: entryText(entry, 'said_by'),
    threadId: threadIn(entry),
    saidAt: entryTime(entry, 'said_at'),
    validFrom: entryTime(entry, 'valid_from'),
    validTo: entryTime(entry, 'valid_to'),
    status,
    isPinned: entry.pinned === true,
    stated: { about, attribute, key: entryText(entry, 'key'), value: stated },
  }
}

/** A thread id that is none counts as none: the fact is then the person's alone. */
function threadIn(entry: Entry): string | null {
  const threadId = entryText(entry, 'thread_id')
  if (threadId === null) return null
  try {
    return formatThreadId(parseThreadId(threadId))
  } catch {
    return null
  }
}

function subjectIn(subject: Entry | null): ImportedSubject | null {
  if (subject === null) return null
  if (subject.kind === 'group') return { kind: 'group' }
  const name = entryText(subject, 'name')
  const { kind } = subject
  if (name === null || (kind !== 'person' && kind !== 'thing')) return null
  return { kind, name, person: entryText(subject, 'person') }
}
