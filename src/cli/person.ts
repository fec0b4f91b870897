import { parseThreadId } from '../domain/chat.ts'
import { type CliCommand, type Options, textOption, usageError } from './command.ts'

/* How every command names a person: channel:id, or the id alone. Alone it is an id of the channel of --thread, or of
 * the API where there is no chat. */

export const PERSON_USAGE = 'PERSON: channel:id, an id of the API alone, or an Earshot person id'

const OWN_CHANNEL = 'api'

/** A person in a path of the API: channel:id, or the number of an Earshot person. */
export function personPath(ref: string): string {
  return ref.includes(':') || /^\d+$/.test(ref) ? ref : `${OWN_CHANNEL}:${ref}`
}

/** The person of --as, who must be of the channel of --thread; null without it. */
export function authorOf(command: CliCommand, options: Options): { id: string } | null {
  const ref = textOption(options, 'as')
  if (ref === null) return null
  if (!ref.includes(':')) return { id: ref }
  const thread = textOption(options, 'thread')
  const channel = thread === null ? OWN_CHANNEL : parseThreadId(thread).channel
  const person = parseThreadId(ref)
  if (person.channel === channel && person.topic === null) return { id: person.externalId }
  throw usageError(
    command,
    `--as ${ref} is not a person of the channel "${channel}". Name one of it: ${channel}:ID.`,
  )
}
