import { type CliCommand, EXIT, textOption, usageError } from '../command.ts'
import { authorOf } from '../person.ts'

type Answered = {
  readonly answer: string
  readonly answer_id: string
  readonly citations: readonly {
    number: number
    type: 'message' | 'file'
    source: string
    sent_at: string
    excerpt: string
  }[]
}

/** Asks a question, in a chat or without one. */
export const askCommand: CliCommand = {
  name: 'ask',
  usage:
    'ask QUESTION [--thread channel:chat] [--as PERSON] [--reply-to MESSAGE_ID] [--session ID]',
  summary: 'ask a question, in a chat or without one',
  options: { thread: 'value', as: 'value', 'reply-to': 'value', session: 'value' },
  run: async (args, options, { withCall, print }) => {
    const query = args.join(' ').trim()
    if (query === '') throw usageError(askCommand, 'The question is missing.')
    const author = authorOf(askCommand, options)
    const answered = (await withCall((call) =>
      call('/api/ask', {
        method: 'POST',
        body: {
          query,
          thread_id: textOption(options, 'thread'),
          author,
          reply_to: textOption(options, 'reply-to'),
          session_id: textOption(options, 'session'),
        },
      }),
    )) as Answered
    if (options.json) print(JSON.stringify(answered))
    else {
      print(answered.answer)
      print('')
      for (const { number, type, source, sent_at, excerpt } of answered.citations) {
        const when = type === 'file' ? '' : `, ${sent_at.slice(0, 16).replace('T', ' ')}`
        print(`  [${number}] ${source}${when}: ${oneLine(excerpt)}`)
      }
      print('')
      print(`Why: npx earshot why ${answered.answer_id}`)
    }
    return EXIT.ok
  },
}

function oneLine(text: string): string {
  const flat = text.replaceAll(/\s+/g, ' ')
  return flat.length > 80 ? `${flat.slice(0, 79).toWellFormed()}…` : flat
}
