import { type AnnotatedLine, createAnnotator, type TimelineLine } from '../eval/annotate.ts'
import type { Terminal } from './command.ts'

const PAGE = 500

type Page = {
  readonly total: number
  readonly messages: readonly (TimelineLine & { readonly left_out: number })[]
}

/** Reads a thread through the API, with its corrections, as lines of an annotated chat. */
export async function exportCorrections(
  thread: string,
  { withCall, progress }: Pick<Terminal, 'withCall' | 'progress'>,
): Promise<AnnotatedLine[]> {
  return withCall(async (call) => {
    const home = `/api/chats/${encodeURIComponent(thread)}/messages`
    const annotate = createAnnotator(thread)
    const known = new Set<string>()
    const lines: AnnotatedLine[] = []
    for (let index = 0; ; index += PAGE) {
      const page = (await call(`${home}?index=${index}&limit=${PAGE}`)) as Page
      for (const message of page.messages) {
        // A message that arrives late moves those after it by one place, so some are listed twice.
        if (known.has(message.id)) continue
        known.add(message.id)
        lines.push(annotate(await whole(message)))
      }
      progress(`${lines.length} of ${page.total} messages`)
      if (page.messages.length < PAGE) return lines
    }

    async function whole(message: Page['messages'][number]): Promise<TimelineLine> {
      if (message.left_out === 0) return message
      return (await call(`${home}/${encodeURIComponent(message.id)}`)) as TimelineLine
    }
  })
}
