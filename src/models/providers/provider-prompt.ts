import type { ModelMessage } from 'ai'
import type { Attachment, Prompt, PromptMessage } from '../../domain/prompt.ts'
import { mediaTypeOnWire } from '../media.ts'
import type { ProviderName } from './provider-access.ts'

/** A prompt as the SDK takes it; no `system` for a model that does not support it. */
export type ProviderPrompt = {
  readonly system?: string
  readonly messages: ModelMessage[]
}
type UserPart = Exclude<Extract<ModelMessage, { role: 'user' }>['content'], string>[number]

/* Models that refuse system instructions, or were trained without any. Google's package moves them for names
 * that begin with "gemma-", OpenAI's for none; here it is one rule for all. Others are known by their refusal. */
const WITHOUT_SYSTEM: Readonly<Partial<Record<ProviderName, RegExp>>> = {
  google: /gemma/i,
  openai: /o1-(mini|preview)/i,
  compatible: /gemma/i,
}

/** Whether a model of this name takes system instructions, as far as its name tells. */
export function takesSystemByName(provider: ProviderName, name: string): boolean {
  return !WITHOUT_SYSTEM[provider]?.test(name)
}

/** Said instead of media that the model turned out not to take: the prompt speaks of them. */
const NOT_SHOWN = '(Attached media could not be shown to you: you take text only.)'

/** The prompt without its media, which it says. */
export function withoutMedia(prompt: Prompt): Prompt {
  const messages = prompt.messages.map((message): PromptMessage => {
    const { role, content, attachments = [] } = message
    return attachments.length === 0 ? message : { role, content: `${content}\n${NOT_SHOWN}` }
  })
  return { ...prompt, messages }
}

/**
 * Our prompt in the SDK's shape: attachments after their message's text; for a model without system
 * instructions those stand first in the user's message.
 */
export function toProviderPrompt(
  { system, messages }: Prompt,
  takesSystem: boolean,
): ProviderPrompt {
  if (takesSystem) return { system, messages: messages.map(toMessage) }
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
