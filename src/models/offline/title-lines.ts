import type { SourceLine } from '../../domain/prompt.ts'
import { pickSalient } from './pick-salient.ts'
import { oneLine } from './quote.ts'
import { readSentences } from './sentences.ts'

const MAX_LENGTH = 70

/** The most telling sentence of the lines, as a title; empty if they have no text. */
export function titleLines(lines: readonly SourceLine[]): string {
  const sentences = readSentences(lines)
  const [best] = pickSalient(sentences, 1)
  return shortenTitle(oneLine(best?.text ?? sentences[0]?.text ?? ''))
}

/** Cut at a word, with a mark where something is missing. */
export function shortenTitle(text: string): string {
  const characters = [...text]
  if (characters.length <= MAX_LENGTH) return text
  const cut = characters.slice(0, MAX_LENGTH - 1).join('')
  return `${cut.replace(/\s+\S{0,20}$/u, '')}…`
}
