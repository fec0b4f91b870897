import type { Prompt } from '../../domain/prompt.ts'
import { LONGEST_TOKEN, toBytes, tokenLengths } from './byte-pairs.ts'
import { endOfPiece, tokensIn } from './pieces.ts'

/* The tokenizer: o200k_base, the encoding of OpenAI's present models. Other vendors' encodings differ by
 * some per cent (bench/tokens); a budget is enforced in this one, exactly, with a margin for theirs (margins.ts). Special tokens such as
 * <|endoftext|> are plain text here: a user may type them. */

/** How many tokens the text is, exactly. */
export function countTokens(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; ) {
    const end = endOfPiece(text, at)
    count += tokensIn(text, at, end)
    at = end
  }
  return count
}

/** Tokens of a prompt's texts; the few a vendor adds around each message are unknown. */
export function countPromptTokens({ system, messages }: Prompt): number {
  return messages.reduce((sum, { content }) => sum + countTokens(content), countTokens(system))
}

/**
 * The longest beginning of the text we can find that is at most `max` tokens; no character is cut
 * in half. Reads no further than it must, so a huge text costs no more than a long one.
 */
export function truncateToTokens(text: string, max: number): string {
  if (max < 1) return ''
  const head = text.slice(0, max * LONGEST_TOKEN)
  const cut = tokenBoundary(head, max)
  if (cut === text.length) return text
  // A token may end inside a character, and the part before that character may then be two
  // tokens: so it is with "र्" before some letters. Then more characters are dropped.
  let result = text.slice(0, cut)
  while (countTokens(result) > max) result = result.replace(/.$/su, '')
  return result
}

/** Index in the text after its first `max` tokens. */
function tokenBoundary(text: string, max: number): number {
  let left = max
  for (let at = 0; at < text.length; ) {
    const end = endOfPiece(text, at)
    const bytes = toBytes(text.slice(at, end))
    const lengths = tokenLengths(bytes)
    if (lengths.length > left) {
      const taken = lengths.slice(0, left).reduce((sum, length) => sum + length, 0)
      return at + charactersIn(bytes.slice(0, taken))
    }
    left -= lengths.length
    at = end
  }
  return text.length
}

/** UTF-16 units of the whole characters in these bytes; a character cut at the end is not counted. */
function charactersIn(bytes: string): number {
  // A byte order mark is a character like any other here: the decoder would swallow it.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const text = decoder.decode(Buffer.from(bytes, 'latin1'), { stream: true })
  return text.length
}
