import { type CliCommand, EXIT, type Options, type Terminal, usageError } from '../command.ts'
import { type Confirm, confirmOnTerminal, isConfirmed, plainName } from '../confirm.ts'
import { describeCount } from '../plural.ts'

type WireImport = {
  readonly id: string
  readonly format: string
  readonly started_at: string
  readonly messages: number
  readonly chats: readonly string[]
}
type Undone = { readonly messages: number; readonly chats: number }

const MAX_LISTED = 1_000
const SHOWN_CHATS = 3

/** Lists imports, and deletes what one of them stored. That asks, since answers made from it go too. */
export function importsWith(confirm: Confirm): CliCommand {
  const command: CliCommand = {
    name: 'imports',
    usage: 'imports list | imports undo ID [--yes]   (ID: as in the list)',
    summary: 'list imports, delete what one of them stored',
    options: { yes: 'flag' },
    run: async ([action, id, ...more], options, terminal) => {
      if (action === 'list' && id === undefined) return list(options, terminal)
      if (action === 'undo' && id !== undefined && more.length === 0) {
        return undo(id, options, terminal)
      }
      throw usageError(command, 'Use list, or undo with an id.')
    },
  }
  return command

  async function undo(id: string, options: Options, { withCall, print }: Terminal) {
    const undone = await withCall(async (call) => {
      const warning = `All messages that the import ${plainName(id)} stored and everything derived from them will be deleted permanently.`
      if (!options.yes && !(await isConfirmed(confirm, command, warning))) return null
      return (await call(`/api/imports/${encodeURIComponent(id)}`, { method: 'DELETE' })) as Undone
    })
    if (options.json) print(JSON.stringify(undone ?? { undone: false }))
    else print(undone === null ? 'Nothing was deleted.' : describeUndone(undone))
    return undone === null ? EXIT.failed : EXIT.ok
  }
}

export const importsCommand = importsWith(confirmOnTerminal)

async function list(options: Options, { withCall, print }: Terminal) {
  const reply = await withCall((call) => call(`/api/imports?limit=${MAX_LISTED}`))
  const { imports } = reply as { imports: WireImport[] }
  if (options.json) print(JSON.stringify({ imports }))
  else if (imports.length === 0) print('No imports. "earshot import FILE" imports a chat.')
  else for (const one of imports) print(describe(one))
  return EXIT.ok
}

function describe({ id, format, started_at, messages, chats }: WireImport): string {
  const more = chats.length > SHOWN_CHATS ? ` and ${chats.length - SHOWN_CHATS} more` : ''
  const names = chats.slice(0, SHOWN_CHATS).map(plainName).join(', ')
  return `${id}  ${started_at.slice(0, 16).replace('T', ' ')}  ${format.padEnd(8)}  ${String(messages).padStart(8)} messages  ${names}${more}`
}

function describeUndone({ messages, chats }: Undone): string {
  return `Deleted ${describeCount(messages, 'message')} and ${describeCount(chats, 'chat')}, and everything derived from them.`
}
