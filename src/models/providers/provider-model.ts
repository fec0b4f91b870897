import { generateText, stepCountIs } from 'ai'
import { isAppError } from '../../domain/errors.ts'
import { cleanText } from '../../text/clean-text.ts'
import { MAX_REPLY_CHARACTERS, withOwnSteps } from '../ask-step.ts'
import type { LanguageModel, ModelCall, ModelReply, ToolUse } from '../language-model.ts'
import { acceptsMedia } from '../media.ts'
import { brokeOff, refusesTools, toModelError, unavailable } from '../model-error.ts'
import { countPromptTokens, countTokens } from '../tokens/tokens.ts'
import { openTools } from '../tool-runs.ts'
import { withDeadline } from '../wrap/with-deadline.ts'
import type { ProviderName, ProviderSettings } from './provider-access.ts'
import { toProviderPrompt } from './provider-prompt.ts'
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
  let takesTools = true

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
        const where = { ...target, signal: deadline.signal }
        const bare = { ...call, tools: undefined }
        const result = await generate(asked, takesTools ? call : bare, where).catch((error) => {
          if (!takesTools || call.tools === undefined || !refusesTools(error)) throw error
          // Small models support no tools; from now on they are asked without.
          takesTools = false
          return generate(asked, bare, where)
        })
        return toReply(result, call, target)
      } catch (error) {
        call.signal?.throwIfAborted()
        const late = unavailable(target, `did not answer within ${timeoutMs / 1000} s`)
        const failure = deadline.isOver() ? late : toModelError(error, target)
        throw isTold && isAppError(failure, 'model_unavailable') ? brokeOff(target) : failure
      }
    })
  return { id: name, provider, accepts: (mimeType) => acceptsMedia(provider, mimeType), complete }
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
  { provider, name, signal }: { provider: ProviderName; name: string; signal: AbortSignal },
): Promise<Generated> {
  const box = call.tools
  const maxRounds = box !== undefined && box.tools.length > 0 ? Math.max(0, box.maxRounds) : 0
  const runs = box !== undefined && maxRounds > 0 ? openTools(box, signal) : null
  const { text, finishReason, totalUsage } = await generateText({
    model,
    ...toProviderPrompt(call.prompt, provider, name),
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
