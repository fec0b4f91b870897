/* Where the lines of conversations run, left of the messages, as in a graph of commits:
 *
 *     ●      ann: where do we meet?          a conversation has a lane from its first message here
 *     │ ●    bob: did the build pass?        to its last, and gives it back when it rests for long;
 *     ● │    cat: by the fountain            what stands alone has a place and no line
 *     ╵ ●    dan: yes, green
 */

export const MAX_LANES = 6
/** A conversation that is silent for so many messages gives its lane to others. */
const MAX_GAP = 25

export type LaneRow = {
  readonly index: number
  readonly id: string
  readonly conversation: string | null
  /** It continues something, be that here or further up. */
  readonly isContinued: boolean
}

export type LaneLine = { readonly lane: number; readonly conversation: string }

/** What is drawn beside a message. */
export type LaneCell = {
  /** Where its own mark is. */
  readonly lane: number
  readonly conversation: string | null
  /** Its line comes from above; dotted if what it continues is further up than its lane reaches. */
  readonly above: 'line' | 'dots' | null
  readonly hasBelow: boolean
  /** Lines of others that pass by. */
  readonly passing: readonly LaneLine[]
}

type Run = { readonly conversation: string; readonly rows: LaneRow[]; lane: number }

/**
 * Lays out messages that are in order, though some between them may be missing. `before` says in which lanes
 * messages were drawn until now: what is on the screen stays where it is when more is loaded around it.
 */
export function layOutLanes(
  rows: readonly LaneRow[],
  before: ReadonlyMap<string, number> = new Map(),
): Map<number, LaneCell> {
  const runs = runsOf(rows)
  assignLanes(runs, before)
  const byRow = new Map<number, { run: Run; at: number }>()
  for (const run of runs)
    for (const [at, { index }] of run.rows.entries()) byRow.set(index, { run, at })
  const open = new Set<Run>()
  const starting = [...runs]
  const cells = new Map<number, LaneCell>()
  for (const row of rows) {
    while (starting[0] !== undefined && startOf(starting[0]) <= row.index) {
      open.add(starting.shift() as Run)
    }
    for (const run of open) if (endOf(run) < row.index) open.delete(run)
    const own = byRow.get(row.index)
    const passing = [...open]
      .filter((run) => run !== own?.run && startOf(run) < row.index)
      .map(({ lane, conversation }) => ({ lane, conversation }))
    cells.set(row.index, cellOf(row, own, passing))
  }
  return cells
}

function cellOf(
  row: LaneRow,
  own: { readonly run: Run; readonly at: number } | undefined,
  passing: readonly LaneLine[],
): LaneCell {
  if (own === undefined) {
    const taken = new Set(passing.map(({ lane }) => lane))
    const free = Array.from({ length: MAX_LANES }, (_, lane) => lane).find(
      (lane) => !taken.has(lane),
    )
    return {
      lane: free ?? MAX_LANES - 1,
      conversation: null,
      above: null,
      hasBelow: false,
      passing,
    }
  }
  const { run, at } = own
  const above = at > 0 ? 'line' : row.isContinued ? 'dots' : null
  const hasBelow = at < run.rows.length - 1
  return { lane: run.lane, conversation: run.conversation, above, hasBelow, passing }
}

/** Cuts conversations where they rest; in the order in which they begin. */
function runsOf(rows: readonly LaneRow[]): Run[] {
  const runs: Run[] = []
  const latest = new Map<string, Run>()
  for (const row of rows) {
    if (row.conversation === null) continue
    const known = latest.get(row.conversation)
    if (known !== undefined && row.index - endOf(known) <= MAX_GAP) {
      known.rows.push(row)
      continue
    }
    const run: Run = { conversation: row.conversation, rows: [row], lane: 0 }
    runs.push(run)
    latest.set(row.conversation, run)
  }
  return runs
}

/** The lane it had, if that is free; else the first that is; in a crowd all others share the last one. */
function assignLanes(runs: readonly Run[], before: ReadonlyMap<string, number>): void {
  const freeFrom = Array.from({ length: MAX_LANES }, () => Number.NEGATIVE_INFINITY)
  for (const run of runs) {
    const isFree = (lane: number) => (freeFrom[lane] ?? 0) < startOf(run)
    const had = run.rows.map(({ id }) => before.get(id)).find((lane) => lane !== undefined)
    const first = freeFrom.findIndex((_, lane) => isFree(lane))
    run.lane = had !== undefined && isFree(had) ? had : first === -1 ? MAX_LANES - 1 : first
    freeFrom[run.lane] = Math.max(freeFrom[run.lane] ?? 0, endOf(run))
  }
}

function startOf({ rows }: Run): number {
  return rows[0]?.index ?? 0
}

function endOf({ rows }: Run): number {
  return rows.at(-1)?.index ?? 0
}
