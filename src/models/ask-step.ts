import { wrapLanguageModel } from 'ai'
import { brokeOff, type ModelTarget } from './model-error.ts'
import type { ProviderLanguageModel } from './providers/providers.ts'
import { readStream, type Streamed, type StreamStep } from './providers/read-stream.ts'
import type { Deadline } from './wrap/with-deadline.ts'
import { withRetries } from './wrap/with-retries.ts'

/* One call may be several requests: the model asks for tools, gets their results, and so on until it answers.
 * That loop is the SDK's generateText; this middleware stands between it and the model, for one request at
 * a time:
 *
 *   - a failed request is retried alone, so no tool runs twice;
 *   - a stream is another way to get the same step. The SDK's streamText is not used: it yields errors as data
 *     within its stream, and ends a truncated stream as if it were complete;
 *   - in the last round the model must answer. Tool calls it makes all the same are dropped: the SDK would
 *     throw, and lose the text that came with them;
 *   - a tool the model made up gets a name of ours. The conversation is sent back with the name in it, and
 *     vendors refuse "functions.look_up" for its full stop. */

/** The model then reads that there is no such tool, and which there are. */
const MADE_UP = 'no_such_tool'

/** No chat message is this long; a server that never stops must not fill our memory. */
export const MAX_REPLY_CHARACTERS = 200_000

type StepAsking = {
  readonly target: ModelTarget
  readonly deadline: Deadline
  readonly maxRetries: number
  /** Absent without a reader: then no stream is requested. */
  readonly onText?: ((piece: string) => void) | undefined
}

/** The model, wrapped with these steps. */
export function withOwnSteps(
  model: ProviderLanguageModel,
  { target, deadline, maxRetries, onText }: StepAsking,
): ProviderLanguageModel {
  return wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: 'v3',
      wrapGenerate: async ({ doGenerate, doStream, params }) => {
        const attempt = async () =>
          onText === undefined ? await doGenerate() : await streamStep(doStream, onText, target)
        const step = await withRetries(attempt, maxRetries, deadline)
        if (params.toolChoice?.type === 'none') return withoutToolCalls(step)
        return withKnownTools(step, new Set(params.tools?.map(({ name }) => name)))
      },
    },
  })
}

/** Once a part of the answer was emitted, any failure is final: a retry would emit it twice. */
async function streamStep(
  doStream: () => PromiseLike<Streamed>,
  onText: (piece: string) => void,
  target: ModelTarget,
): Promise<StreamStep> {
  let isTold = false
  const tell = (piece: string) => {
    isTold = true
    onText(piece)
  }
  try {
    return await readStream(await doStream(), tell, MAX_REPLY_CHARACTERS)
  } catch (error) {
    throw isTold ? brokeOff(target) : error
  }
}

function withoutToolCalls(step: StreamStep): StreamStep {
  return { ...step, content: step.content.filter(({ type }) => type !== 'tool-call') }
}

function withKnownTools(step: StreamStep, names: ReadonlySet<string>): StreamStep {
  const content = step.content.map((part) =>
    part.type === 'tool-call' && !names.has(part.toolName) ? { ...part, toolName: MADE_UP } : part,
  )
  return { ...step, content }
}
