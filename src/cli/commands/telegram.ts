import { type CliCommand, EXIT, textOption, usageError } from '../command.ts'

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

/** Shows which messages the Telegram bot receives and its uncertain sends, and resolves those. */
export const telegramCommand: CliCommand = {
  name: 'telegram',
  usage: 'telegram status | sends [--state STATE] | again ID | dismiss ID',
  summary: 'Telegram bot: which messages it receives, which sends are uncertain',
  options: { state: 'value' },
  run: async ([verb = 'status', id], options, terminal) => {
    const isDecision = verb === 'again' || verb === 'dismiss'
    if (!['status', 'sends'].includes(verb) && !isDecision) {
      throw usageError(telegramCommand, `Unknown command "telegram ${verb}".`)
    }
    if (isDecision && !/^\d+$/.test(id ?? '')) {
      throw usageError(telegramCommand, 'Name the send by its number in "earshot telegram sends".')
    }
    const state = textOption(options, 'state') ?? 'uncertain'
    const path = isDecision
      ? `/api/telegram/sends/${id}/${verb}`
      : verb === 'sends'
        ? `/api/telegram/sends?state=${encodeURIComponent(state)}`
        : '/api/telegram'
    const method = isDecision ? 'POST' : 'GET'
    const found = await terminal.withCall((call) => call(path, { method }))
    if (options.json) terminal.print(JSON.stringify(found))
    else for (const line of linesOf(verb, found, state)) terminal.print(line)
    return EXIT.ok
  },
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
    return ['No bot has been connected yet. Set EARSHOT_TELEGRAM_TOKEN and start the server.']
  }
  return bots.flatMap(({ username, reads_all, listened_at, groups }) => [
    `@${username}, last connected at ${listened_at}; privacy mode ${reads_all ? 'off' : 'on'}`,
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
