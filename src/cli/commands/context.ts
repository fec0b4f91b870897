import { type CliCommand, EXIT, type Options, textOption, usageError } from '../command.ts'
import { authorOf } from '../person.ts'

type Line = {
  readonly id: string
  readonly author: string
  readonly sent_at: string
  readonly text: string
  readonly weight?: number
  readonly reason?: string
}
type Found = { readonly messages: readonly Line[]; readonly nearby: readonly Line[] }

/** Shows which messages a bare mention would be about, or which belong to a message. */
export const contextCommand: CliCommand = {
  name: 'context',
  usage:
    'context --thread channel:chat [--as PERSON] [--anchor MESSAGE_ID] [--max-gap MINUTES] [--limit N]',
  summary: 'show the conversation of a message, or the current one',
  options: {
    thread: 'value',
    as: 'value',
    anchor: 'value',
    'max-gap': 'value',
    limit: 'value',
  },
  run: async (_args, options, { withCall, print }) => {
    const thread = textOption(options, 'thread')
    if (thread === null) throw usageError(contextCommand, 'Name the chat with --thread.')
    const body = {
      thread_id: thread,
      author: authorOf(contextCommand, options),
      arguments: {
        ...given('anchor_id', textOption(options, 'anchor')),
        ...given('max_gap_minutes', numberOption(options, 'max-gap')),
        ...given('limit', numberOption(options, 'limit')),
        with_nearby: true,
      },
    }
    const path = '/api/tools/get_smart_context'
    const found = (await withCall((call) => call(path, { method: 'POST', body }))) as Found
    if (options.json) print(JSON.stringify(found))
    else for (const line of linesOf(found)) print(line)
    return EXIT.ok
  },
}

function linesOf({ messages, nearby }: Found): string[] {
  const inside =
    messages.length === 0
      ? ['No messages found that a mention could be about.']
      : messages.map(lineOf)
  if (nearby.length === 0) return inside
  return [...inside, 'Nearby (may be about something else):', ...nearby.map(lineOf)]
}

function lineOf({ id, author, sent_at, text, weight = 0, reason = '' }: Line) {
  const said = text.replaceAll(/\s+/g, ' ').slice(0, 60).toWellFormed()
  const when = sent_at.slice(0, 16).replace('T', ' ')
  return `${weight.toFixed(2)}  ${when}  ${id.padEnd(6)} ${author.padEnd(10)} ${said.padEnd(62)} ${reason}`
}

function given(name: string, value: string | number | null): Record<string, string | number> {
  return value === null ? {} : { [name]: value }
}

function numberOption(options: Options, name: string): number | null {
  const text = textOption(options, name)
  if (text === null) return null
  const value = Number(text)
  if (Number.isFinite(value)) return value
  throw usageError(contextCommand, `--${name} "${text}" is not a number.`)
}
