import type { SourceLine } from '../../../domain/prompt.ts'
import { oneLine, quoteSentence } from '../../../models/offline/quote.ts'
import { likelyLanguages } from '../../../text/query/query-language.ts'
import type { CatchUpPoint, MissedConversation } from './choose-points.ts'
import { catchUpPhrases } from './phrases.ts'

const MAX_QUOTE = 240
const MAX_NAMES = 4

type Told = {
  readonly conversations: readonly MissedConversation[]
  readonly messageCount: number
  readonly conversationCount: number
}

/** The catch-up as Markdown: a numbered list of conversations, their points below, each cited by its number. */
export function writeCatchUp({ conversations, messageCount, conversationCount }: Told): string {
  const points = conversations.flatMap((one) => one.points)
  const texts = points.map(({ text }) => text)
  const phrases = catchUpPhrases(texts)
  if (conversations.length === 0) return phrases.nothing
  const [language = 'en'] = likelyLanguages(texts.join(' '))
  const lines = points.map(lineOf)
  const bullet = (point: CatchUpPoint) => {
    const line = lines[points.indexOf(point)] as SourceLine
    const sentence = { line, text: line.text, words: new Set<string>(), isQuestion: false }
    const quote = quoteSentence(sentence, lines, language)
    return point.kind === 'said' ? `- ${quote}` : `- **${phrases[point.kind]}**: ${quote}`
  }
  const counts = fill(phrases.summary, messageCount, conversationCount)
  const parts = conversations.map((one, i) =>
    [`${i + 1}. ${headingOf(one)}`, ...one.points.map(bullet)].join('\n'),
  )
  const left = conversationCount - conversations.length
  return [counts, ...parts, ...(left > 0 ? [fill(phrases.more, left)] : [])].join('\n\n')
}

function lineOf({ message, text }: CatchUpPoint, i: number): SourceLine {
  const characters = [...oneLine(text)]
  const cut = characters.length > MAX_QUOTE ? `${characters.slice(0, MAX_QUOTE).join('')}…` : null
  return {
    number: i + 1,
    speaker: message.authorName,
    sentAt: message.sentAt,
    text: cut ?? characters.join(''),
  }
}

function headingOf({ title, people, messageCount }: MissedConversation): string {
  const names = people.slice(0, MAX_NAMES).map(oneLine)
  const others = people.length > MAX_NAMES ? [...names, '…'] : names
  const bold = oneLine(title).replaceAll(/[*_`]/g, '')
  return `**${bold}** (${others.join(', ')}; ${messageCount})`
}

function fill(phrase: string, ...values: number[]): string {
  return phrase.replaceAll(/\$(\d)/g, (_, n) => String(values[Number(n) - 1] ?? ''))
}
