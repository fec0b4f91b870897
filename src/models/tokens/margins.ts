import type { ProviderName } from '../providers/provider-access.ts'

/**
 * How many tokens a provider may count for each of ours; a budget is divided by it. Set by bench/tokens: prompts and
 * source code are at most 1.12 (Gemini), 1.04 (Claude) and 1.00 to 1.21 (Llama 3 and 2), everyday chats at most 1.12, 1.2
 * to 1.3 in Latin script, and 1.31 (Llama 3). Claude's published tokenizer takes up to 1.6 for Cyrillic and Korean and 2.2
 * for Arabic and Hindi: a margin for those would halve every other prompt. One that is too long is refused, and halved once.
 */
const MARGINS: Readonly<Record<ProviderName, number>> = {
  openai: 1,
  google: 1.15,
  anthropic: 1.3,
  compatible: 1.3,
}

/** A provider's tokens in ours, for a model as EARSHOT_MODEL names it. */
export function inOwnTokens(tokens: number, model: string): number {
  const [provider = ''] = model.split(':')
  const margin = Object.hasOwn(MARGINS, provider) ? MARGINS[provider as ProviderName] : 1
  return Math.floor(tokens / margin)
}
