/* Look-ahead without repeated scans: a text full of marks that never close must not be searched to its end for
 * each of them. Both indexes are built at the first call and answer each later one at once. */

/**
 * Finds where code ends: the next run of exactly as many backticks. Must be called from left to right, as earlier
 * runs are dropped.
 */
export function codeRuns(source: string): (start: number, length: number) => number | null {
  let runs: Map<number, number[]> | null = null
  return (start, length) => {
    runs ??= runsByLength(source)
    const starts = runs.get(length) ?? []
    while ((starts.at(-1) ?? start) < start) starts.pop()
    return starts.at(-1) ?? null
  }
}

/** Where the runs of each length begin, the last first. */
function runsByLength(source: string): Map<number, number[]> {
  const runs = new Map<number, number[]>()
  for (const { 0: run, index } of source.matchAll(/`+/g)) {
    const starts = runs.get(run.length) ?? []
    runs.set(run.length, starts)
    starts.push(index)
  }
  for (const starts of runs.values()) starts.reverse()
  return runs
}

/** Finds the closing parenthesis of one, with no white space in between: an address has none. */
export function parentheses(source: string): (open: number) => number | null {
  let pairs: Map<number, number> | null = null
  return (open) => {
    pairs ??= pairsIn(source)
    return pairs.get(open) ?? null
  }
}

function pairsIn(source: string): Map<number, number> {
  const pairs = new Map<number, number>()
  let open: number[] = []
  for (const { 0: found, index } of source.matchAll(/\\\S|\s|[()]/g)) {
    if (found === '(') open.push(index)
    else if (found === ')') {
      const partner = open.pop()
      if (partner !== undefined) pairs.set(partner, index)
    } else if (!found.startsWith('\\')) open = []
  }
  return pairs
}
