import type { TranscriptLine } from '../../db/sessions/transcripts.ts'
import type { SourceLine } from '../../domain/prompt.ts'
import { isExtractText } from '../../models/offline/phrases.ts'
import type { MemoryDeps } from '../deps.ts'

/** Tokens of one session that a model is shown; the beginning and the end of a longer one. */
const MAX_TOKENS = 8_000
const LONGEST_LINE = 300
/** Of a session that is too long, the share taken from its beginning. */
const HEAD = 0.25

/**
 * A transcript as a model may see it: without people who opted out, and with e-mail addresses, numbers and
 * keys redacted before anything reads it.
 */
export async function privateLines(
  said: readonly TranscriptLine[],
  deps: MemoryDeps,
): Promise<SourceLine[]> {
  const remembered = said.filter((line) => !line.isOptedOut && !isExtract(line))
  const names = await namesToHide(remembered, deps)
  const lines = remembered.map(({ speaker, isBot, at, text }, i) => ({
    number: i + 1,
    speaker: deps.settings.hideNames && !isBot ? 'User' : speaker,
    sentAt: at,
    text: privateText(text, names, deps),
  }))
  return withoutMiddle(lines, deps)
}

/** Quotes of earlier messages add nothing, nor does a reply that nothing was found. */
function isExtract({ isBot, text }: TranscriptLine): boolean {
  return isBot && isExtractText(text)
}

/** A message as a model may see it. */
export function privateText(
  text: string,
  names: readonly string[],
  { redact, shorten }: MemoryDeps,
): string {
  // Redacted before it is cut: half a number would not be recognised.
  return shorten(redact(text, names), LONGEST_LINE)
}

/** The names that no model may see, by setting: of authors, and of people they mention. */
export async function namesToHide(
  said: readonly Pick<TranscriptLine, 'isBot' | 'speaker' | 'text'>[],
  { guessNames, settings }: MemoryDeps,
): Promise<string[]> {
  if (!settings.hideNames) return []
  const speakers = said.flatMap(({ isBot, speaker }) => (isBot ? [] : [speaker]))
  const guessed = await guessNames(said.map(({ text }) => text).join('\n'))
  return [...new Set([...speakers, ...guessed])]
}

function withoutMiddle(lines: readonly SourceLine[], { countTokens }: MemoryDeps): SourceLine[] {
  const costs = lines.map(({ speaker, text }) => countTokens(`${speaker} ${text}`) + 12)
  const total = costs.reduce((sum, cost) => sum + cost, 0)
  if (total <= MAX_TOKENS) return [...lines]
  const head = countWithin(costs, MAX_TOKENS * HEAD)
  const tail = countWithin(costs.toReversed(), MAX_TOKENS * (1 - HEAD))
  return [...lines.slice(0, head), ...lines.slice(Math.max(head, lines.length - tail))]
}

function countWithin(costs: readonly number[], most: number): number {
  let sum = 0
  const over = costs.findIndex((cost) => {
    sum += cost
    return sum > most
  })
  return over === -1 ? costs.length : over
}
