/* The layout of the lines left of the messages, as in a commit graph:
 *
 *     ●      ann: where do we meet?          a conversation has a lane from its first message to its
 *     │ ●    bob: did the build pass?        last, and frees it in a long gap; a message that is in no
 *     ● │    cat: by the fountain            conversation has a mark and no line
 *     ╵ ●    dan: yes, green
 */

export const MAX_LANES = 6
/** A conversation with a gap of more messages than this frees its lane. */
const MAX_GAP = 25

export type LaneRow = {
  readonly index: number
  readonly id: string
  readonly conversation: string | null
  /** True if it continues a message, loaded or not. */
  readonly isContinued: boolean
}

export type LaneLine = { readonly lane: number; readonly conversation: string }

/** The drawing beside a message. */
export type LaneCell = {
  /** Lane of its mark. */
  readonly lane: number
  readonly conversation: string | null
  /** Whether its line comes from above; dotted if the message it continues is above the start of the lane. */
  readonly above: 'line' | 'dots' | null
  readonly hasBelow: boolean
  /** Passing lines of other conversations. */
  readonly passing: readonly LaneLine[]
}

type Run = { readonly conversation: string; readonly rows: LaneRow[]; lane: number }

/**
 * Lays out sorted messages, of which some may be missing. `before` has the current lanes of messages: rows on the
 * screen keep their lanes when more are loaded.
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

/** Splits conversations at long gaps; sorted by their start. */
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

/** The previous lane if it is free, else the first free one, else the last one, which is shared. */
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
