import type { CatchUp } from '../../engine/views/catch-up/catch-up.ts'
import { catchUpPhrases } from '../../engine/views/catch-up/phrases.ts'
import { concat, joined, plain, type Rich, styled } from '../../text/markdown/rich.ts'
import type { LinkTo } from '../message-links.ts'
import { citationLine } from './citation-lines.ts'

type ListedCatchUp = Pick<CatchUp, 'conversations' | 'messageCount' | 'conversationCount'>

/**
 * A catch-up of a chat as a message. Titles, names and texts are untrusted: they are inserted as text and never
 * parsed as Markdown.
 */
export function catchUpLines(
  { conversations, messageCount, conversationCount }: ListedCatchUp,
  linkTo: LinkTo,
): Rich {
  const phrases = catchUpPhrases(conversations.flatMap(({ points }) => points.map((p) => p.text)))
  if (conversations.length === 0) return plain(phrases.nothing)
  let number = 0
  const parts = conversations.map(({ title, people, points }, i) => {
    const heading = styled(plain(`${i + 1}. ${title}`), { kind: 'bold' })
    const lines = points.map(({ kind, message, text }) => {
      number += 1
      const link = linkTo(message.externalId, message.topic)
      const line = citationLine({ number, source: message.authorName, excerpt: text, link })
      return concat(plain(kind === 'said' ? '• ' : `• ${phrases[kind]}: `), line)
    })
    return joined([concat(heading, plain(` (${people.slice(0, 4).join(', ')})`)), ...lines], '\n')
  })
  const left = conversationCount - conversations.length
  const more = left > 0 ? [plain(phrases.more.replace('$1', String(left)))] : []
  const counts = phrases.summary
    .replace('$1', String(messageCount))
    .replace('$2', String(conversationCount))
  return joined([plain(counts), ...parts, ...more], '\n\n')
}
