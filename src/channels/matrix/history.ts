import { type MatrixClient, matrixPath } from './client.ts'
import { listIn, textIn } from './json.ts'
import { type MatrixEvent, readMatrixEvent } from './matrix-event.ts'
import { HISTORY_FILTER } from './sync-filter.ts'

/* The part of a room's history that a sync left out. */

const EVENTS_PER_PAGE = 100
/** Twenty thousand events: what is older stays unread. */
const MAX_PAGES = 200

export type HistoryGap = {
  readonly room: string
  /** The place before the events that the sync gave. */
  readonly from: string
  /** The position of the sync before; null if there is none. */
  readonly to: string | null
  /** Whether the events before this one were read already, or are from before the bot joined. */
  readonly isEnd: (event: MatrixEvent) => boolean
}

/** The events of a gap, oldest first. The last event for which `isEnd` holds is among them. */
export async function readHistory(
  client: MatrixClient,
  { room, from, to, isEnd }: HistoryGap,
  { now, signal }: { readonly now: () => Date; readonly signal: AbortSignal },
): Promise<MatrixEvent[]> {
  const newestFirst: MatrixEvent[] = []
  let place = from
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const response = await client.get(matrixPath('rooms', room, 'messages'), {
      query: {
        dir: 'b',
        from: place,
        limit: String(EVENTS_PER_PAGE),
        filter: HISTORY_FILTER,
        ...(to !== null && { to }),
      },
      signal,
    })
    for (const value of listIn(response, 'chunk')) {
      const event = readMatrixEvent(value, now())
      if (event === null) continue
      newestFirst.push(event)
      if (isEnd(event)) return newestFirst.reverse()
    }
    const end = textIn(response, 'end')
    // An empty page with an end is not the last: its events were left out by the filter.
    if (end === null || end === place) break
    place = end
  }
  return newestFirst.reverse()
}
