import { AppError, isAppError } from '../../domain/errors.ts'
import type { Question } from '../../domain/question.ts'
import type { ToolBox, ToolResult } from '../../models/language-model.ts'
import { fitOutput, MAX_OUTPUT_TOKENS } from './fit-output.ts'
import type { ToolCaller, ToolDeps, ToolOutput } from './tool.ts'
import { runTool, toolsFor } from './tools.ts'

/** After so many rounds the model must answer with what it has. */
const MAX_ROUNDS = 5
/** For all tool calls of one answer together. */
export const TOOLS_TIMEOUT_MS = 20_000
/** For all results of one answer together: repeated calls must not grow the prompt without limit. */
const MAX_TOKENS = 6_000
/** With fewer tokens left a result is useless. */
const MIN_TOKENS = 100

/** The tools for the model that answers this question. Running one never throws: see ToolBox. */
export function createToolBox(
  question: Question,
  shown: Pick<ToolCaller, 'lookedUp' | 'lines'>,
  deps: ToolDeps,
): ToolBox {
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
        const run = () => runTool({ question, signal, ...shown }, { name, args }, deps)
        if (left < MIN_TOKENS) return { output: NO_ROOM, failed: 'no_room' }
        return fitted(await unlessAborted(run, signal))
      } catch (error) {
        return toResult(error)
      }
    },
  }
}

const NO_ROOM = { error: 'Enough has been looked up. Answer with what there is.' }

/** The error a model gets: our own message, of others only that there was an error. */
function toResult(error: unknown): ToolResult {
  if (isAppError(error)) return { output: { error: error.message }, failed: error.code }
  return { output: { error: 'The tool broke down. Answer without it.' }, failed: 'internal' }
}

/** A query cannot be cancelled, but the caller need not wait for it. */
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
