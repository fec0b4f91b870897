import type { LookedUp } from '../../db/answers/answers.ts'
import { isAppError } from '../../domain/errors.ts'
import type { Prompt } from '../../domain/prompt.ts'
import type { ModelReply, ToolBox } from '../../models/language-model.ts'
import type { Context } from '../context/deps.ts'
import type { Retrieved } from '../context/retrieve.ts'
import { type Attached, attachMedia, NOTHING_ATTACHED } from '../receive/attach-media.ts'
import { nothingLookedUp, type PromptLines } from '../tools/tool.ts'
import { createToolBox } from '../tools/tool-box.ts'
import { dropFalseMarks, readCitations } from '../write/citations.ts'
import { type Cleaning, cleanReply } from '../write/clean-reply.ts'
import { createStreamCleaner } from '../write/clean-stream.ts'
import { addressesIn } from '../write/known-addresses.ts'
import { shownText, sourceLines } from '../write/sources.ts'
import type { AnswerDeps, AnswerRequest } from './deps.ts'
import type { DraftAnswer } from './draft-answer.ts'
import type { MeteredModel } from './metered-model.ts'
import type { Plan } from './plan-prompt.ts'
import { readDetails, writePrompt } from './write-prompt.ts'

const LIMITED = 'Few sources were found. Say what is missing where you must.'

type GeneratedField = 'context' | 'reply' | 'prompt' | 'text' | 'citations' | 'modelMs' | 'lookedUp'

/** Has the model answer from the context, and cleans the reply. */
export async function generate(
  plan: Plan,
  found: Retrieved,
  model: MeteredModel,
  asked: AnswerRequest,
  deps: AnswerDeps,
): Promise<Pick<DraftAnswer, GeneratedField>> {
  const { question, media } = plan
  const fetching = { fetchMedia: deps.fetchMedia, caps: deps.settings.mediaCaps }
  const attached =
    question.chat === null
      ? NOTHING_ATTACHED
      : await attachMedia(media, question.chat.ref, model, fetching, asked.signal)
  const began = performance.now()
  const { reply, prompt, context, outputs, lookedUp } = await askModel(
    plan,
    found,
    attached,
    model,
    asked,
    deps,
  )
  const modelMs = Math.round(performance.now() - began)
  const cleaning = cleaningOf(context, question.text, outputs)
  // Before cleaning, or a reply of nothing but false marks would be empty; after it, for marks that cleaning exposed.
  const clean = cleanReply(dropFalseMarks(reply.text, context.kept), cleaning)
  const text = dropFalseMarks(clean, context.kept)
  const citations = readCitations(text, context.kept, question.chat)
  return { context, reply, prompt, text, citations, modelMs, lookedUp }
}

type Replied = {
  readonly reply: ModelReply
  readonly prompt: Prompt
  readonly context: Context
  /** Outputs of tools: the reply may contain their addresses too. */
  readonly outputs: readonly string[]
  readonly lookedUp: LookedUp
}

/** Calls the model; retries once with half the tokens if the provider finds the prompt too long. */
async function askModel(
  plan: Plan,
  { context: whole, isThin }: Retrieved,
  attached: Attached,
  model: MeteredModel,
  { signal, onText }: AnswerRequest,
  deps: AnswerDeps,
): Promise<Replied> {
  const { maxOutputTokens, temperature } = deps.settings
  const detailed = await readDetails(plan.question, whole, deps)
  const outputs: string[] = []
  const lookedUp = nothingLookedUp()
  const attempt = async (maxTokens: number): Promise<Replied> => {
    const written = writePrompt(
      { ...plan, maxTokens },
      detailed,
      { notes: isThin ? [LIMITED] : [], attached },
      deps,
    )
    const { context } = written
    const lines = sourceLines(context.kept)
    const cleaning = () => cleaningOf(context, plan.question.text, outputs)
    const stream = onText && createStreamCleaner(cleaning, context.kept, onText)
    const reply = await model.complete({
      prompt: written.prompt,
      task: { kind: 'answer', question: plan.question.text, lines },
      maxOutputTokens,
      temperature,
      signal,
      tools: plan.withTools
        ? recordOutputs(
            createToolBox(plan.question, { lookedUp, lines: messageLines(context) }, deps),
            outputs,
          )
        : undefined,
      onText: stream?.push,
    })
    stream?.end()
    return { reply, prompt: written.prompt, context, outputs, lookedUp }
  }
  try {
    return await attempt(plan.maxTokens)
  } catch (error) {
    if (!isAppError(error, 'model_prompt_too_long')) throw error
    return attempt(Math.floor(plan.maxTokens / 2))
  }
}

/** The messages in the prompt, by their numbers. */
function messageLines({ kept }: Context): PromptLines {
  return new Map(
    kept.flatMap(({ piece, number }) =>
      piece.kind === 'message' ? [[number, piece.message.externalId] as const] : [],
    ),
  )
}

/** Tools whose output the model may have written itself, today or last week. */
const FACT_TOOLS: ReadonlySet<string> = new Set([
  'remember',
  'recall',
  'update_fact',
  'forget_fact',
])

/**
 * Records tool outputs, except those that repeat an address of the model's own arguments: that would make
 * any address known.
 */
function recordOutputs(box: ToolBox, outputs: string[]): ToolBox {
  const own = new Set<string>()
  return {
    ...box,
    run: async (name, args, signal) => {
      for (const address of addressesIn([JSON.stringify(args) ?? ''])) own.add(address)
      const result = await box.run(name, args, signal)
      const shown = JSON.stringify(result.output) ?? ''
      const isOwn = [...addressesIn([shown])].some((address) => own.has(address))
      if (result.failed === null && !isOwn && !FACT_TOOLS.has(name)) outputs.push(shown)
      return result
    },
  }
}

function cleaningOf({ kept }: Context, asked: string, outputs: readonly string[]): Cleaning {
  return {
    speakers: kept.flatMap(({ piece }) =>
      piece.kind === 'message' ? [piece.message.authorName] : [],
    ),
    // A fact may be what a model remembered or corrected: its addresses are not known ones.
    shown: [asked, ...kept.filter(({ piece }) => piece.kind !== 'fact').map(shownText), ...outputs],
  }
}
