import { AppError, isAppError } from '../../domain/errors.ts'
import type { Question } from '../../domain/question.ts'
import type { ToolBox, ToolResult } from '../../models/language-model.ts'
import { fitOutput, MAX_OUTPUT_TOKENS } from './fit-output.ts'
import type { ToolDeps, ToolOutput } from './tool.ts'
import { runTool, toolsFor } from './tools.ts'

/** A model that has not found it by then will not; it must answer with what it has. */
export const MAX_ROUNDS = 5
/** For all tools of one answer together. */
export const TOOLS_TIMEOUT_MS = 20_000
/** For all results of one answer together: a model that asks for ever must not read for ever. */
const MAX_TOKENS = 6_000
/** With less room than this a result says nothing. */
const MIN_TOKENS = 100

/** The tools for the model that answers this question. Running one never fails: see ToolBox. */
export function createToolBox(question: Question, deps: ToolDeps): ToolBox {
  let left = MAX_TOKENS
  const fitted = (output: ToolOutput): ToolResult => {
    const most = Math.min(left, MAX_OUTPUT_TOKENS)
    if (most < MIN_TOKENS) return { output: NO_ROOM, failed: 'no_room' }
    const fitting = fitOutput(output, deps.countTokens, most)
    left -= deps.countTokens(JSON.stringify(fitting))
    return { output: fitting, failed: null }
  }
  return {
    tools: toolsFor(question, deps),
    maxTokens: MAX_TOKENS,
    maxRounds: MAX_ROUNDS,
    timeoutMs: TOOLS_TIMEOUT_MS,
    run: async (name, args, signal) => {
      try {
        const run = () => runTool({ question, signal }, { name, args }, deps)
        if (left < MIN_TOKENS) return { output: NO_ROOM, failed: 'no_room' }
        return fitted(await unlessAborted(run, signal))
      } catch (error) {
        return toResult(error)
      }
    },
  }
}

const NO_ROOM = { error: 'Enough has been looked up. Answer with what there is.' }

/** What a model is told of an error: ours as it is, of others only that there was one. */
function toResult(error: unknown): ToolResult {
  if (isAppError(error)) return { output: { error: error.message }, failed: error.code }
  return { output: { error: 'The tool broke down. Answer without it.' }, failed: 'internal' }
}

/** The database cannot be told to stop, but nobody has to wait for it. */
async function unlessAborted<T>(run: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const tooSlow = new AppError('source_too_slow', 'The tool took too long. Answer without it.')
  if (signal.aborted) throw tooSlow
  let stop = () => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(tooSlow)
    signal.addEventListener('abort', stop)
  })
  try {
    return await Promise.race([run(), aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
