import type { ModelMessage } from 'ai'
import type { Attachment, Prompt, PromptMessage } from '../../domain/prompt.ts'
import { mediaTypeOnWire } from '../media.ts'
import type { ProviderName } from './provider-access.ts'

/** A prompt as the SDK takes it; no `system` for a model that does not support it. */
type ProviderPrompt = {
  readonly system?: string
  readonly messages: ModelMessage[]
}
type UserPart = Exclude<Extract<ModelMessage, { role: 'user' }>['content'], string>[number]

/* Models that refuse system instructions, or were trained without any. Google's package moves them for names
 * that begin with "gemma-", OpenAI's for none; here it is one rule for all. */
const WITHOUT_SYSTEM: Readonly<Partial<Record<ProviderName, RegExp>>> = {
  google: /gemma/i,
  openai: /o1-(mini|preview)/i,
  compatible: /gemma/i,
}

/**
 * Our prompt in the SDK's shape: attachments after their message's text; for a model without system
 * instructions those stand first in the user's message.
 */
export function toProviderPrompt(
  { system, messages }: Prompt,
  provider: ProviderName,
  name: string,
): ProviderPrompt {
  if (!WITHOUT_SYSTEM[provider]?.test(name)) return { system, messages: messages.map(toMessage) }
  const [first, ...others] = messages
  if (first?.role !== 'user') {
    const instructions = { role: 'user' as const, content: system }
    return { messages: [instructions, ...messages.map(toMessage)] }
  }
  const parts: UserPart[] = [{ type: 'text', text: system }, ...partsOf(first)]
  return { messages: [{ role: 'user', content: parts }, ...others.map(toMessage)] }
}

/** No vendor takes media in a message of the model: there, only the text is sent. */
function toMessage(message: PromptMessage): ModelMessage {
  if (message.role === 'assistant') return { role: 'assistant', content: message.content }
  return { role: 'user', content: partsOf(message) }
}

function partsOf({ content, attachments = [] }: PromptMessage): UserPart[] {
  return [{ type: 'text', text: content }, ...attachments.map(toPart)]
}

function toPart(attachment: Attachment): UserPart {
  const mediaType = mediaTypeOnWire(attachment.mimeType)
  if (attachment.kind === 'uri') return { type: 'file', data: new URL(attachment.uri), mediaType }
  const { bytes } = attachment
  if (mediaType.startsWith('image/')) return { type: 'image', image: bytes, mediaType }
  return { type: 'file', data: bytes, mediaType }
}
