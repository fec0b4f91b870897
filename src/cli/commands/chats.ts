import {
  type Call,
  type CliCommand,
  EXIT,
  type Options,
  type Terminal,
  usageError,
} from '../command.ts'
import { type Confirm, confirmOnTerminal, isConfirmed, plainName } from '../confirm.ts'
import { describeCount } from '../plural.ts'

type WireThread = {
  readonly thread_id: string
  readonly title: string | null
  readonly topic: string | null
  readonly messages: number
  readonly last_at: string
}
type Deleted = { readonly messages: number; readonly sessions: number; readonly files: number }

const PAGE = 200
/** The API counts no further. */
const MAX_COUNTED = 1_000

/** Lists chats, and deletes one with everything made from it. Deletion cannot be undone, so it asks. */
export function chatsWith(confirm: Confirm): CliCommand {
  const command: CliCommand = {
    name: 'chats',
    usage: 'chats list | chats delete CHAT [--yes]   (CHAT: channel:chat, as in the list)',
    summary: 'list chats, delete a chat and everything derived from it',
    options: { yes: 'flag' },
    run: async ([action, chat, ...more], options, terminal) => {
      if (action === 'list' && chat === undefined) return list(options, terminal)
      if (action === 'delete' && chat !== undefined && more.length === 0) {
        return remove(chat, options, terminal)
      }
      throw usageError(command, 'Use list, or delete with a chat.')
    },
  }
  return command

  async function remove(chat: string, options: Options, { withCall, print }: Terminal) {
    const path = `/api/chats/${encodeURIComponent(chat)}`
    const deleted = await withCall(async (call) => {
      // An unknown chat is reported before the question.
      await call(`${path}/messages?limit=1`)
      const warning = `The chat ${plainName(chat)}, all its messages and files and everything derived from them will be deleted permanently.`
      if (!options.yes && !(await isConfirmed(confirm, command, warning))) return null
      return (await call(path, { method: 'DELETE' })) as Deleted
    })
    if (options.json) print(JSON.stringify(deleted ?? { deleted: false }))
    else print(deleted === null ? 'Nothing was deleted.' : describeDeleted(deleted))
    return deleted === null ? EXIT.failed : EXIT.ok
  }
}

export const chatsCommand = chatsWith(confirmOnTerminal)

async function list(options: Options, { withCall, print }: Terminal) {
  const chats = await withCall(listAll)
  if (options.json) print(JSON.stringify({ chats }))
  else if (chats.length === 0) print('No chats. "earshot import FILE" imports one.')
  else for (const chat of chats) print(describe(chat))
  return EXIT.ok
}

async function listAll(call: Call): Promise<WireThread[]> {
  const chats: WireThread[] = []
  let after = ''
  do {
    const reply = await call(`/api/chats?limit=${PAGE}${after}`)
    const page = reply as { chats: WireThread[]; next: string | null }
    chats.push(...page.chats)
    after = page.next === null ? '' : `&after=${encodeURIComponent(page.next)}`
  } while (after !== '')
  return chats
}

function describe({ thread_id, title, messages, last_at }: WireThread): string {
  const count = messages >= MAX_COUNTED ? `over ${MAX_COUNTED - 1}` : String(messages)
  const name = title === null ? '' : `  ${plainName(title)}`
  const noun = messages === 1 ? 'message ' : 'messages'
  return `${last_at.slice(0, 10)}  ${count.padStart(8)} ${noun}  ${plainName(thread_id)}${name}`
}

function describeDeleted({ messages, sessions, files }: Deleted): string {
  return `Deleted ${describeCount(messages, 'message')}, ${describeCount(sessions, 'session')} and ${describeCount(files, 'file')}, and everything derived from them.`
}
