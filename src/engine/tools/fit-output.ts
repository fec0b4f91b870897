import { cut, type ToolOutput } from './tool.ts'

/** Tokens of one tool's output: it is added on top of the whole context. */
export const MAX_OUTPUT_TOKENS = 2_000

/**
 * The output as it is if it fits; else its longest list without the items at the end. Where not even the
 * first item fits, its texts are cut: the beginning of a long message is better than none.
 */
export function fitOutput(
  output: ToolOutput,
  countTokens: (text: string) => number,
  maxTokens: number = MAX_OUTPUT_TOKENS,
): ToolOutput {
  const fits = (some: ToolOutput) => countTokens(JSON.stringify(some)) <= maxTokens
  if (fits(output)) return output
  const [key, list] = longestList(output)
  const first = (count: number) => ({ ...output, [key]: list.slice(0, count), truncated: true })
  let [enough, tooMany] = [0, list.length]
  while (tooMany - enough > 1) {
    const half = Math.floor((enough + tooMany) / 2)
    if (fits(first(half))) enough = half
    else tooMany = half
  }
  if (enough > 0) return first(enough)
  const shortest = list.length === 0 ? { ...output, truncated: true } : first(1)
  for (let length = LONGEST_TEXT; length > 0; length = Math.floor(length / 2)) {
    const shorter = withShortTexts(shortest, length)
    if (isOutput(shorter) && fits(shorter)) return shorter
  }
  return { truncated: true }
}

/** No text of more characters fits. */
const LONGEST_TEXT = 16_384

function longestList(output: ToolOutput): readonly [key: string, list: readonly unknown[]] {
  const lists = Object.entries(output).flatMap(([key, value]) =>
    Array.isArray(value) ? [[key, value] as const] : [],
  )
  return lists.toSorted(([, a], [, b]) => b.length - a.length)[0] ?? ['truncated', []]
}

function withShortTexts(value: unknown, length: number): unknown {
  if (typeof value === 'string') return value.length <= length ? value : `${cut(value, length)}…`
  if (Array.isArray(value)) return value.map((item) => withShortTexts(item, length))
  if (!isOutput(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withShortTexts(inner, length)]),
  )
}

function isOutput(value: unknown): value is ToolOutput {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
