import type { ModelReply } from './language-model.ts'

/** US dollars per million tokens; null where no price is set. */
export type Prices = { readonly input: number | null; readonly output: number | null }

/** In US dollars; null where the price is not known. Extracts cost nothing. */
export function costOf(reply: ModelReply, { input, output }: Prices): number | null {
  if (reply.isExtract) return 0
  if (input === null || output === null) return null
  return (reply.inputTokens * input + reply.outputTokens * output) / 1_000_000
}
