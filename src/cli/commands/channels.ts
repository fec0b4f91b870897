import { type CliCommand, EXIT, textOption, usageError } from '../command.ts'
import { printDiagnoses } from './doctor.ts'

type Sends = { readonly sends: readonly WireSend[] }
type WireSend = {
  readonly id: number
  readonly kind: string
  readonly state: string
  readonly chat: string
  readonly message_id: string | null
  readonly problem: string | null
  readonly changed_at: string
}
type Bots = {
  readonly bots: readonly {
    readonly channel: string
    readonly username: string
    readonly reads_all: boolean
    readonly listened_at: string
    readonly groups: readonly {
      readonly title: string | null
      readonly chat: string
      readonly status: string | null
      readonly overheard_at: string | null
    }[]
  }[]
}

const VERBS = ['status', 'test', 'sends', 'again', 'dismiss']

/** Shows which messages the bots receive and their uncertain sends, and resolves those. */
export const channelsCommand: CliCommand = {
  name: 'channels',
  usage: 'channels status | test | sends [--state STATE] | again ID | dismiss ID',
  summary: 'bots on chat platforms: which messages they receive, which sends are uncertain',
  options: { state: 'value' },
  run: runChannels,
}

/** The former name of `channels`. */
export const telegramCommand: CliCommand = {
  ...channelsCommand,
  name: 'telegram',
  usage: 'telegram …',
  summary: 'the former name of `channels`',
}

async function runChannels(
  ...[[verb = 'status', id], options, terminal]: Parameters<CliCommand['run']>
): Promise<number> {
  const isDecision = verb === 'again' || verb === 'dismiss'
  if (!VERBS.includes(verb)) {
    throw usageError(channelsCommand, `Unknown command "channels ${verb}".`)
  }
  if (verb === 'test') return printDiagnoses(terminal.examine('channels'), options, terminal)
  if (isDecision && !/^\d+$/.test(id ?? '')) {
    throw usageError(channelsCommand, 'Name the send by its number in "earshot channels sends".')
  }
  const state = textOption(options, 'state') ?? 'uncertain'
  const path = isDecision
    ? `/api/channels/sends/${id}/${verb}`
    : verb === 'sends'
      ? `/api/channels/sends?state=${encodeURIComponent(state)}`
      : '/api/channels'
  const method = isDecision ? 'POST' : 'GET'
  const found = await terminal.withCall((call) => call(path, { method }))
  if (options.json) terminal.print(JSON.stringify(found))
  else for (const line of linesOf(verb, found, state)) terminal.print(line)
  return EXIT.ok
}

function linesOf(verb: string, found: unknown, state: string): string[] {
  if (verb === 'status') return statusLines(found as Bots)
  if (verb === 'sends') return sendLines(found as Sends, state)
  const { id, state: now } = found as WireSend
  return [
    `Send ${id} is ${now}.${now === 'due' ? ' The bot sends it within a second if it runs.' : ''}`,
  ]
}

function statusLines({ bots }: Bots): string[] {
  if (bots.length === 0) {
    return ['No bot has been connected yet. docs/channels says how to connect one.']
  }
  return bots.flatMap(({ channel, username, reads_all, listened_at, groups }) => [
    `${channel}: @${username}, last connected at ${listened_at}; ${reads_all ? 'may receive all messages' : 'receives only mentions, replies and commands'}`,
    ...groups.map(({ title, chat, status, overheard_at }) => {
      const hears = status === 'administrator' || overheard_at !== null
      return `  ${title ?? chat} (${chat}): ${status ?? 'member'}, ${hears ? 'receives all messages' : 'has received only mentions, replies and commands'}`
    }),
  ])
}

function sendLines({ sends }: Sends, state: string): string[] {
  if (sends.length === 0) return [`No send is ${state}.`]
  return sends.map(
    ({ id, kind, chat, message_id, problem, changed_at }) =>
      `${id}  ${kind} to message ${message_id ?? '-'} of chat ${chat}, ${changed_at}: ${problem ?? ''}`,
  )
}
