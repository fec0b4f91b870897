import { useMemo, useRef } from 'react'
import { type LaneCell, type LaneRow, layOutLanes } from './lanes.ts'
import { PAGE, type Snapshot, type TimelineStore } from './timeline-store.ts'

export type DrawnLanes = {
  readonly cells: ReadonlyMap<number, LaneCell>
  /** The maximum so far: an empty lane is better than text that moves sideways. */
  readonly count: number
}

/** The lanes of the visible messages and a page around them. */
export function useLanes(
  store: TimelineStore,
  snapshot: Snapshot,
  first: number,
  last: number,
): DrawnLanes {
  const before = useRef(new Map<string, number>())
  const maxLanes = useRef(1)
  const from = Math.max(0, (Math.floor(first / PAGE) - 1) * PAGE)
  const to = Math.min(snapshot.total ?? 0, (Math.floor(last / PAGE) + 2) * PAGE)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new snapshot means that messages were loaded
  return useMemo(() => {
    const rows = laneRowsBetween(store, from, to)
    const cells = layOutLanes(rows, before.current)
    before.current = new Map(rows.map(({ id, index }) => [id, cells.get(index)?.lane ?? 0]))
    for (const { lane, passing } of cells.values()) {
      maxLanes.current = Math.max(
        maxLanes.current,
        lane + 1,
        ...passing.map((line) => line.lane + 1),
      )
    }
    return { cells, count: maxLanes.current }
  }, [store, snapshot, from, to])
}

function laneRowsBetween(store: TimelineStore, from: number, to: number): LaneRow[] {
  const rows: LaneRow[] = []
  for (let index = from; index < to; index += 1) {
    const message = store.messageAt(index)
    if (message === undefined) continue
    const { id } = message
    const conversation = store.groups.conversationOf(id)
    rows.push({ index, id, conversation, isContinued: store.groups.isContinued(index) })
  }
  return rows
}
