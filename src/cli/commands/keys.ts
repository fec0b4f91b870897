import { type CliCommand, EXIT, textOption, usageError } from '../command.ts'
import { personPath } from '../person.ts'

type Key = {
  readonly id: string
  readonly name: string
  readonly role: string
  readonly created_at: string
  readonly revoked_at: string | null
}

/** Creates, lists and revokes API keys. */
export const keysCommand: CliCommand = {
  name: 'keys',
  usage:
    'keys create --name NAME --role member|staff|admin [--person PERSON] | keys list | keys revoke ID [--last]   (--last: also the last admin key)',
  summary: 'create, list and revoke API keys',
  options: { name: 'value', role: 'value', person: 'value', last: 'flag' },
  run: async ([action, id], options, { withCall, print }) => {
    if (action === 'create') {
      const person = textOption(options, 'person')
      const body = {
        name: textOption(options, 'name') ?? 'unnamed',
        role: textOption(options, 'role') ?? 'staff',
        person: person === null ? null : personPath(person),
      }
      const made = (await withCall((call) => call('/api/keys', { method: 'POST', body }))) as {
        id: string
        key: string
      }
      if (options.json) print(JSON.stringify(made))
      else print(`${made.key}\nThe key is shown only once. Send it as "Authorization: Bearer …".`)
      return EXIT.ok
    }
    if (action === 'list') {
      const { keys } = (await withCall((call) => call('/api/keys'))) as { keys: Key[] }
      if (options.json) print(JSON.stringify({ keys }))
      else if (keys.length === 0)
        print('No keys. "earshot keys create --name me --role admin" creates one.')
      else for (const key of keys) print(describe(key))
      return EXIT.ok
    }
    if (action === 'revoke' && id !== undefined) {
      const path = `/api/keys/${encodeURIComponent(id)}${options.last ? '?last=true' : ''}`
      const revoked = (await withCall((call) => call(path, { method: 'DELETE' }))) as {
        next: string | null
      }
      if (options.json) print(JSON.stringify(revoked))
      else
        print(
          `Revoked. It is refused within five seconds.${revoked.next === null ? '' : ` ${revoked.next}`}`,
        )
      return EXIT.ok
    }
    throw usageError(keysCommand, 'Use create, list, or revoke with an id.')
  },
}

function describe({ id, name, role, created_at, revoked_at }: Key): string {
  const state = revoked_at === null ? 'live' : `revoked ${revoked_at.slice(0, 10)}`
  return `${id}  ${role.padEnd(6)}  ${created_at.slice(0, 10)}  ${state.padEnd(18)}  ${name}`
}
