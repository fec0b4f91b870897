import { generateText } from 'ai'
import type { LanguageModel, ModelCall, ModelReply } from './language-model.ts'
import { toModelError, unavailable } from './model-error.ts'
import {
  type ProviderLanguageModel,
  type ProviderName,
  type ProviderSettings,
  providerLanguageModel,
} from './providers.ts'
import { countPromptTokens, countTokens } from './tokens.ts'
import { withDeadline } from './with-deadline.ts'
import { withRetries } from './with-retries.ts'

/** No chat message is this long; a server that never stops talking must not fill our memory. */
const MAX_REPLY_CHARACTERS = 200_000

/** A vendor's language model, through the AI SDK. It knows no fallback: see withFallback. */
export function createProviderModel(
  provider: ProviderName,
  name: string,
  settings: ProviderSettings,
): LanguageModel {
  const model = providerLanguageModel(provider, name, settings)
  const target = { provider, name }

  const complete = (call: ModelCall): Promise<ModelReply> =>
    withDeadline(settings.timeoutMs, call.signal, async (deadline) => {
      const attempt = () => generate(model, call, deadline.signal)
      const result = await withRetries(attempt, settings.maxRetries, deadline).catch((error) => {
        call.signal?.throwIfAborted()
        const seconds = settings.timeoutMs / 1000
        if (deadline.isOver()) throw unavailable(target, `did not answer within ${seconds} s`)
        throw toModelError(error, target)
      })
      const text = result.text.slice(0, MAX_REPLY_CHARACTERS)
      if (text.trim() === '') {
        throw unavailable(target, `answered with nothing (${result.finishReason})`)
      }
      // Small servers report no usage; then our own count stands in.
      return {
        text,
        modelId: name,
        provider,
        isExtract: false,
        inputTokens: result.usage.inputTokens ?? countPromptTokens(call.prompt),
        outputTokens: result.usage.outputTokens ?? countTokens(text),
        fallbackReason: null,
      }
    })
  return { id: name, provider, complete }
}

/** One try. Retries are ours, see withRetries. */
function generate(model: ProviderLanguageModel, call: ModelCall, abortSignal: AbortSignal) {
  return generateText({
    model,
    system: call.prompt.system,
    messages: call.prompt.messages.map(({ role, content }) => ({ role, content })),
    maxOutputTokens: call.maxOutputTokens,
    temperature: call.temperature,
    maxRetries: 0,
    abortSignal,
  })
}
