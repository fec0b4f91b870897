import { createInterface } from 'node:readline/promises'
import { type CliCommand, EXIT, usageError } from '../command.ts'

type Remembered = {
  readonly person: {
    readonly channel: string
    readonly external_id: string
    readonly name: string | null
    readonly linked_ids: readonly string[]
  }
}
type Forgotten = { readonly messages: number; readonly sessions: number; readonly files: number }

/** Asks the user for confirmation; null without an interactive terminal. */
export type Confirm = (question: string) => Promise<string | null>

/** Deletes all messages of a person, and everything derived from them. It cannot be undone, so it asks. */
export function forgetWith(confirm: Confirm): CliCommand {
  const command: CliCommand = {
    name: 'forget',
    usage: 'forget PERSON [--yes]   (PERSON: channel:id, or an Earshot person id)',
    summary: 'delete all messages of a person, and everything derived from them',
    options: { yes: 'flag' },
    run: async ([ref = '', ...more], options, { withCall, print }) => {
      if (ref === '' || more.length > 0) throw usageError(command, 'Name one person.')
      const path = `/api/people/${encodeURIComponent(ref)}/memory`
      const forgotten = await withCall(async (call) => {
        // An unknown person is reported before the question.
        const { person } = (await call(path)) as Remembered
        if (!options.yes && !(await isSure(person))) return null
        return (await call(path, { method: 'DELETE' })) as Forgotten
      })
      if (options.json) print(JSON.stringify(forgotten ?? { forgotten: false }))
      else print(forgotten === null ? 'Nothing was removed.' : told(forgotten))
      return forgotten === null ? EXIT.failed : EXIT.ok
    },
  }
  return command

  async function isSure(person: Remembered['person']): Promise<boolean> {
    const said = await confirm(`${warning(person)} Type "yes" to continue: `)
    if (said === null) {
      throw usageError(
        command,
        'This cannot be undone, and there is no terminal to confirm it. Add --yes.',
      )
    }
    return said.trim().toLowerCase() === 'yes'
  }
}

export const forgetCommand = forgetWith(async (question) => {
  if (!process.stdin.isTTY) return null
  // Not on stdout, which a program may read.
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await terminal.question(question)
  } finally {
    terminal.close()
  }
})

function warning({ channel, external_id, name, linked_ids }: Remembered['person']): string {
  const known = name === null ? '' : ` (${plain(name)})`
  const others = linked_ids.length - 1
  const also = others > 0 ? ` and ${others} linked ${others === 1 ? 'account' : 'accounts'}` : ''
  return `All messages of ${plain(`${channel}:${external_id}`)}${known}${also}, and everything derived from them, will be deleted permanently.`
}

/** A name is untrusted text: it must not move the cursor or overwrite the question. */
function plain(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .slice(0, 100)
    .toWellFormed()
}

function told({ messages, sessions, files }: Forgotten): string {
  return `Forgotten: ${messages} messages, ${sessions} sessions, ${files} files. The database files are rewritten soon, while the server runs.`
}
