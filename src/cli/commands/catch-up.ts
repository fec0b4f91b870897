import { type CliCommand, EXIT, textOption, usageError } from '../command.ts'
import { authorOf } from '../person.ts'

/** Shows what a person missed in a chat, by conversation. */
export const catchUpCommand: CliCommand = {
  name: 'catchup',
  usage: 'catchup --thread channel:chat [--as PERSON] [--since TIME | --hours N] [--only-me]',
  summary: 'show what a person missed in a chat, by conversation',
  options: { thread: 'value', as: 'value', since: 'value', hours: 'value', 'only-me': 'flag' },
  run: async (_args, options, { withCall, print }) => {
    const thread = textOption(options, 'thread')
    if (thread === null) throw usageError(catchUpCommand, 'Name the chat with --thread.')
    const hours = textOption(options, 'hours')
    if (hours !== null && !/^[1-9]\d{0,3}$/.test(hours)) {
      throw usageError(catchUpCommand, '--hours must be a number of hours, such as 24.')
    }
    const body = {
      author: authorOf(catchUpCommand, options),
      since: textOption(options, 'since'),
      hours: hours === null ? null : Number(hours),
      only_me: options['only-me'] === true,
    }
    const path = `/api/chats/${encodeURIComponent(thread)}/catchup`
    const caught = (await withCall((call) => call(path, { method: 'POST', body }))) as {
      readonly text: string
    }
    print(options.json ? JSON.stringify(caught) : caught.text.replaceAll('**', ''))
    return EXIT.ok
  },
}
