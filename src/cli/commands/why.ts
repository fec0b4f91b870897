import { type CliCommand, EXIT, usageError } from '../command.ts'

type Item = {
  readonly number: number | null
  readonly type: string
  readonly author: string | null
  readonly path: string | null
  readonly text: string | null
  readonly relevance: number
  readonly tokens: number
  readonly reason: string
  readonly cited: boolean
}
type Why = {
  readonly question: string
  readonly created_at: string
  /** The time that the caller passed with the question. */
  readonly sent_at: string | null
  readonly items: readonly Item[]
  readonly total_tokens: number
  readonly budget_tokens: number
  readonly sources: readonly { name: string; found: number; ms: number; failed: string | null }[]
  readonly model: { readonly id: string; readonly fallback_reason: string | null } | null
}

/** Shows what an answer was made of, and what was left out. */
export const whyCommand: CliCommand = {
  name: 'why',
  usage: 'why ANSWER_ID',
  summary: 'show what an answer was based on, and what was left out',
  options: {},
  run: async ([id], options, { withCall, print }) => {
    if (id === undefined) throw usageError(whyCommand, 'The answer id is missing.')
    const path = `/api/answers/${encodeURIComponent(id)}/why`
    const why = (await withCall((call) => call(path))) as Why
    if (options.json) {
      print(JSON.stringify(why))
      return EXIT.ok
    }
    const isIn = ({ number }: Item) => number !== null
    const included = why.items.filter((item) => isIn(item) && item.type !== 'nearby')
    const nearby = why.items.filter((item) => isIn(item) && item.type === 'nearby')
    const excluded = why.items.filter((item) => !isIn(item))
    const listIn = (items: readonly Item[]) => {
      for (const item of items) print(`  [${item.number}]${item.cited ? '*' : ' '} ${line(item)}`)
    }
    print(`Asked: ${why.question}`)
    print(`Stored: ${why.created_at}${why.sent_at ? `, asked as of ${why.sent_at}` : ''}`)
    print(`Included (${included.length}, ${why.total_tokens} of ${why.budget_tokens} tokens):`)
    listIn(included)
    if (nearby.length > 0) print(`Nearby (${nearby.length}, may be about something else):`)
    listIn(nearby)
    print(`Excluded (${excluded.length}):`)
    for (const item of excluded) print(`       ${line(item)}`)
    const sources = why.sources.map((s) => `${s.name} ${s.failed ?? s.found} (${s.ms} ms)`)
    print(`Sources: ${sources.join(', ')}`)
    if (why.model)
      print(
        `Model: ${why.model.id}${why.model.fallback_reason ? `, ${why.model.fallback_reason}` : ''}`,
      )
    print('* cited in the answer')
    return EXIT.ok
  },
}

function line({ author, path, text, relevance, reason }: Item): string {
  const said =
    text === null ? '(deleted)' : text.replaceAll(/\s+/g, ' ').slice(0, 60).toWellFormed()
  return `${relevance.toFixed(2)}  ${(author ?? path ?? '?').slice(-20).padEnd(10)} ${said.padEnd(62)} ${reason}`
}
