import { jsonSchema, type ToolSet, tool } from 'ai'
import type { Tool, ToolBox, ToolResult, ToolUse } from './language-model.ts'
import { withDeadline } from './wrap/with-deadline.ts'

/** Tool calls that run in one round; further calls are refused with an error the model reads. */
const MAX_RUNS_A_ROUND = 8

const TIME_IS_UP = 'The time for tools is up. Answer with what you have.'
const TOO_MANY = `Not run: at most ${MAX_RUNS_A_ROUND} tools at once. Ask again for what you need.`
const BROKEN = 'The tool broke. Answer without it.'

/** The tools of one call: what the SDK may run, and what has been run. */
type ToolRuns = {
  readonly tools: ToolSet
  startRound(): void
  /** Records the round's calls in their order, including those that never ran. */
  endRound(calls: readonly AskedCall[]): void
  uses(): readonly ToolUse[]
}

/** A call as the SDK reports it, even if it could not be run. */
type AskedCall = { readonly toolCallId: string; readonly toolName: string }

/** Converts a box of tools for the SDK, within the box's timeout and a number of runs a round. */
export function openTools(box: ToolBox, signal: AbortSignal): ToolRuns {
  const clock = startClock(box.timeoutMs)
  const uses: ToolUse[] = []
  let round: { readonly id: string; readonly use: ToolUse }[] = []
  let asked = 0

  const attempt = async (name: string, args: unknown): Promise<ToolResult> => {
    if (++asked > MAX_RUNS_A_ROUND) return failure(TOO_MANY)
    if (clock.leftMs() <= 0) return failure(TIME_IS_UP)
    return clock.during((leftMs) => runOne(box, { name, args, signal, leftMs, clock }))
  }
  // Thrown, since that is how the SDK marks a result as failed: Anthropic has a field for it.
  const execute = async (name: string, args: unknown, id: string) => {
    const startedAt = performance.now()
    const { output, failed } = await attempt(name, args)
    round.push({ id, use: { name, ms: Math.round(performance.now() - startedAt), failed } })
    if (failed !== null) throw new Error(failed)
    return output
  }
  return {
    tools: toolSet(box.tools, execute),
    startRound: () => {
      round = []
      asked = 0
    },
    endRound: (calls) => {
      const known = new Set(box.tools.map(({ name }) => name))
      for (const call of calls) {
        const index = round.findIndex(({ id }) => id === call.toolCallId)
        const [run] = index < 0 ? [] : round.splice(index, 1)
        uses.push(run?.use ?? notRun(call, known))
      }
    },
    uses: () => uses,
  }
}

/** The result as plain JSON, since a tool may return something else by mistake. Never throws. */
async function runOne(
  box: ToolBox,
  run: {
    readonly name: string
    readonly args: unknown
    readonly signal: AbortSignal
    readonly leftMs: number
    readonly clock: Clock
  },
): Promise<ToolResult> {
  try {
    return await withDeadline(run.leftMs, run.signal, async (deadline) => {
      const stopped = new Promise<ToolResult>((resolve) => {
        deadline.signal.addEventListener('abort', () => resolve(failure(TIME_IS_UP)))
      })
      const result = await Promise.race([box.run(run.name, run.args, deadline.signal), stopped])
      // A timer may fire a little early by the other clock; the run it ended counts as timed out.
      if (deadline.isOver()) run.clock.runOut()
      return { output: JSON.parse(JSON.stringify(result.output ?? null)), failed: result.failed }
    })
  } catch {
    return failure(BROKEN)
  }
}

function toolSet(
  tools: readonly Tool[],
  execute: (name: string, args: unknown, id: string) => Promise<unknown>,
): ToolSet {
  const entries = tools.map(({ name, description, parameters }) => [
    name,
    tool({
      description,
      // The schema is the box's own, written as JSON; the box validates the arguments itself.
      inputSchema: jsonSchema(parameters as Parameters<typeof jsonSchema>[0]),
      execute: (args: unknown, { toolCallId }) => execute(name, args, toolCallId),
    }),
  ])
  return Object.fromEntries(entries)
}

/** A name the model made up is not repeated: it may be a piece of the conversation. */
function notRun({ toolName }: AskedCall, known: ReadonlySet<string>): ToolUse {
  return known.has(toolName)
    ? { name: toolName, ms: 0, failed: 'Not run: the arguments are not valid.' }
    : { name: 'unknown', ms: 0, failed: 'Not run: there is no such tool.' }
}

function failure(failed: string): ToolResult {
  return { output: null, failed }
}

type Clock = {
  readonly leftMs: () => number
  readonly runOut: () => void
  readonly during: <T>(run: (leftMs: number) => Promise<T>) => Promise<T>
}

/** Counts the time in which at least one tool runs: the model's own time does not count. */
function startClock(timeoutMs: number): Clock {
  let spentMs = 0
  let running = 0
  let since = 0
  const leftMs = () => timeoutMs - spentMs - (running > 0 ? performance.now() - since : 0)
  return {
    leftMs,
    runOut: () => {
      spentMs = timeoutMs
    },
    during: async (run) => {
      if (running++ === 0) since = performance.now()
      try {
        return await run(leftMs())
      } finally {
        if (--running === 0) spentMs += performance.now() - since
      }
    },
  }
}
