import { type CliCommand, EXIT, usageError } from '../command.ts'
import { type Confirm, confirmOnTerminal, isConfirmed, plainName } from '../confirm.ts'
import { PERSON_USAGE, personPath } from '../person.ts'
import { describeCount } from '../plural.ts'

type Remembered = {
  readonly person: {
    readonly channel: string
    readonly external_id: string
    readonly name: string | null
    readonly linked_ids: readonly string[]
  }
}
type Forgotten = { readonly messages: number; readonly sessions: number; readonly files: number }

/** Deletes all messages of a person, and everything derived from them. It cannot be undone, so it asks. */
export function forgetWith(confirm: Confirm): CliCommand {
  const command: CliCommand = {
    name: 'forget',
    usage: `forget PERSON [--yes]   (${PERSON_USAGE})`,
    summary: 'delete all messages of a person, and everything derived from them',
    options: { yes: 'flag' },
    run: async ([ref = '', ...more], options, { withCall, print }) => {
      if (ref === '' || more.length > 0) throw usageError(command, 'Name one person.')
      const path = `/api/people/${encodeURIComponent(personPath(ref))}/memory`
      const forgotten = await withCall(async (call) => {
        // An unknown person is reported before the question.
        const { person } = (await call(path)) as Remembered
        if (!options.yes && !(await isConfirmed(confirm, command, warning(person)))) return null
        return (await call(path, { method: 'DELETE' })) as Forgotten
      })
      if (options.json) print(JSON.stringify(forgotten ?? { forgotten: false }))
      else print(forgotten === null ? 'Nothing was removed.' : told(forgotten))
      return forgotten === null ? EXIT.failed : EXIT.ok
    },
  }
  return command
}

export const forgetCommand = forgetWith(confirmOnTerminal)

function warning({ channel, external_id, name, linked_ids }: Remembered['person']): string {
  const known = name === null ? '' : ` (${plainName(name)})`
  const others = linked_ids.length - 1
  const also = others > 0 ? ` and ${others} linked ${others === 1 ? 'account' : 'accounts'}` : ''
  return `All messages of ${plainName(`${channel}:${external_id}`)}${known}${also}, and everything derived from them, will be deleted permanently.`
}

function told({ messages, sessions, files }: Forgotten): string {
  return `Forgotten: ${describeCount(messages, 'message')}, ${describeCount(sessions, 'session')}, ${describeCount(files, 'file')}. The database files are rewritten soon, while the server runs.`
}
