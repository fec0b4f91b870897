import type { SourceLine } from '../../domain/prompt.ts'
import { keywordsOf, wordsOf } from '../../text/words.ts'
import { wordStrength } from './word-strength.ts'

type TopicMatch = {
  readonly slug: string
  readonly label: string
  readonly score: number
  readonly rationale: string
}

/**
 * How far the conversation is about each topic, best first. Each word of a topic scores
 * 1 − ½ⁿ for n lines that contain it (a similar word counts as part of a line): one line is an even
 * chance, the second passes the default threshold of .70. A topic scores the mean of its words.
 */
export function matchTopics(lines: readonly SourceLine[], topics: readonly string[]): TopicMatch[] {
  const said = lines.map(({ text }) => new Set(keywordsOf(text)))
  return topics.map((topic) => matchTopic(topic, said)).sort((a, b) => b.score - a.score)
}

function matchTopic(topic: string, said: readonly ReadonlySet<string>[]): TopicMatch {
  const own = keywordsOf(topic)
  const words = own.length > 0 ? own : wordsOf(topic)
  const strengths = words.map((word) => said.map((line) => wordStrength(word, line)))
  const scores = strengths.map((ofLines) => 1 - 0.5 ** ofLines.reduce((sum, s) => sum + s, 0))
  const mean = scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length)
  const mentions = said.filter((_, i) => strengths.some((ofLines) => (ofLines[i] ?? 0) > 0)).length
  return {
    slug: topic,
    label: labelOf(topic),
    score: Math.round(mean * 100) / 100,
    rationale:
      mentions === 0
        ? 'None of its words is said.'
        : `Its words are said in ${mentions} of ${said.length} lines.`,
  }
}

/** "thai-food" as a label: "Thai food". */
function labelOf(topic: string): string {
  const words = topic.replaceAll(/[-_\s]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
