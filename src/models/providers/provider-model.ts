import { generateText, stepCountIs } from 'ai'
import { isAppError } from '../../domain/errors.ts'
import { cleanText } from '../../text/clean-text.ts'
import { MAX_REPLY_CHARACTERS, withOwnSteps } from '../ask-step.ts'
import type { CallPart } from '../capabilities.ts'
import type { LanguageModel, ModelCall, ModelReply, ToolUse } from '../language-model.ts'
import { acceptsMedia } from '../media.ts'
import { brokeOff, refusedPart, toModelError, unavailable } from '../model-error.ts'
import { countPromptTokens, countTokens } from '../tokens/tokens.ts'
import { openTools } from '../tool-runs.ts'
import { withDeadline } from '../wrap/with-deadline.ts'
import type { ProviderName, ProviderSettings } from './provider-access.ts'
import {
  type ProviderPrompt,
  takesSystemByName,
  toProviderPrompt,
  withoutMedia,
} from './provider-prompt.ts'
import { type ProviderLanguageModel, providerLanguageModel } from './providers.ts'

/** A vendor's language model, through the AI SDK. It has no fallback: see withFallback. */
export async function createProviderModel(
  provider: ProviderName,
  name: string,
  settings: ProviderSettings,
): Promise<LanguageModel> {
  const model = await providerLanguageModel(provider, name, settings)
  const target = { provider, name }
  const { timeoutMs, maxRetries } = settings
  const known = settings.capabilities?.get(`${provider}:${name}`) ?? {}
  // What it refuses once, it is not sent again.
  const takes: Record<CallPart, boolean> = {
    media: known.media === undefined || known.media.length > 0,
    tools: known.tools ?? true,
    system: known.system ?? takesSystemByName(provider, name),
  }

  const complete = (call: ModelCall): Promise<ModelReply> =>
    withDeadline(timeoutMs, call.signal, async (deadline) => {
      let isTold = false
      const tell = (piece: string) => {
        isTold = true
        call.onText?.(piece)
      }
      const onText = call.onText && tell
      const asked = withOwnSteps(model, { target, deadline, maxRetries, onText })
      try {
        const result = await generateWithin(takes, call, (prompt, tools) =>
          generate(asked, { ...call, tools }, prompt, deadline.signal),
        )
        return toReply(result, call, target)
      } catch (error) {
        call.signal?.throwIfAborted()
        const late = unavailable(target, `did not answer within ${timeoutMs / 1000} s`)
        const failure = deadline.isOver() ? late : toModelError(error, target)
        throw isTold && isAppError(failure, 'model_unavailable') ? brokeOff(target) : failure
      }
    })
  const accepts = (mimeType: string) => takes.media && acceptsMedia(provider, mimeType, known.media)
  return { id: name, provider, accepts, complete }
}

/** Asks with what the model takes, and again without a part that it refuses: small models support few. */
async function generateWithin(
  takes: Record<CallPart, boolean>,
  call: Pick<ModelCall, 'prompt' | 'tools'>,
  ask: (prompt: ProviderPrompt, tools: ModelCall['tools']) => Promise<Generated>,
): Promise<Generated> {
  const { prompt, tools } = call
  const sent = { ...takes }
  const shown = sent.media ? prompt : withoutMedia(prompt)
  const hasMedia = shown.messages.some(({ attachments = [] }) => attachments.length > 0)
  const has = { media: hasMedia, tools: sent.tools && tools !== undefined, system: sent.system }
  try {
    return await ask(toProviderPrompt(shown, sent.system), sent.tools ? tools : undefined)
  } catch (error) {
    const part = refusedPart(error)
    if (part === null || !has[part]) throw error
    takes[part] = false
    return generateWithin(takes, call, ask)
  }
}

type Generated = {
  readonly text: string
  readonly finishReason: string
  readonly inputTokens: number | undefined
  readonly outputTokens: number | undefined
  readonly toolUses: readonly ToolUse[]
}

/** Requests until there is an answer: with tools in several rounds, the last of which allows none. */
async function generate(
  model: ProviderLanguageModel,
  call: ModelCall,
  prompt: ProviderPrompt,
  signal: AbortSignal,
): Promise<Generated> {
  const box = call.tools
  const maxRounds = box !== undefined && box.tools.length > 0 ? Math.max(0, box.maxRounds) : 0
  const runs = box !== undefined && maxRounds > 0 ? openTools(box, signal) : null
  const { text, finishReason, totalUsage } = await generateText({
    model,
    ...prompt,
    ...(runs === null ? {} : { tools: runs.tools }),
    stopWhen: stepCountIs(maxRounds + 1),
    prepareStep: ({ stepNumber }) => {
      runs?.startRound()
      return stepNumber < maxRounds ? {} : { toolChoice: 'none' }
    },
    onStepFinish: ({ toolCalls }) => runs?.endRound(toolCalls),
    // A URL is for the vendor to read. The SDK would download those it thinks the vendor does not
    // take, from inside our network.
    experimental_download: async (addresses) => addresses.map(() => null),
    maxOutputTokens: call.maxOutputTokens,
    temperature: call.temperature,
    maxRetries: 0,
    abortSignal: signal,
  })
  const { inputTokens, outputTokens } = totalUsage
  return { text, finishReason, inputTokens, outputTokens, toolUses: runs?.uses() ?? [] }
}

function toReply(
  { finishReason, inputTokens, outputTokens, toolUses, ...generated }: Generated,
  { prompt }: ModelCall,
  target: { readonly provider: ProviderName; readonly name: string },
): ModelReply {
  // A model may write half a character, or one that no database stores.
  const text = cleanText(generated.text.slice(0, MAX_REPLY_CHARACTERS))
  if (text.trim() === '') throw unavailable(target, `sent an empty answer (${finishReason})`)
  return {
    text,
    modelId: target.name,
    provider: target.provider,
    isExtract: false,
    // Small servers report no usage; then our own count is used.
    inputTokens: inputTokens ?? countPromptTokens(prompt),
    outputTokens: outputTokens ?? countTokens(text),
    fallbackReason: null,
    toolUses,
  }
}
