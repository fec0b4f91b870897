import { MONTHS } from '../../domain/calendar.ts'
import type { SourceLine } from '../../domain/prompt.ts'
import type { Language } from '../../text/query/query-language.ts'
import type { Sentence } from './sentences.ts'

const LONGEST_NAME = 60

/**
 * Untrusted text, made safe to quote in a reply: one line, no bidirectional controls, and every kind of square
 * bracket made round, since [3] in a reply is a citation and only ours may be.
 */
export function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replaceAll(/[[【［〔⟦]/gu, '(')
    .replaceAll(/[\]】］〕⟧]/gu, ')')
    .trim()
}

/** `Ann, 3 Jan 10:02: "The thai restaurant?" [3]`; the year only when the lines span several. */
export function quoteSentence(
  { line, text }: Sentence,
  lines: readonly SourceLine[],
  language: Language,
): string {
  const said = oneLine(text).replaceAll('"', "'")
  const who = speakerOf(line)
  const when = dateOf(line.sentAt, spansYears(lines), language)
  return `${[who, when].filter(Boolean).join(', ')}: "${said}" [${line.number}]`
}

/** The author's name, fit to stand before a colon. */
export function speakerOf({ speaker }: SourceLine): string {
  return [...oneLine(speaker)].slice(0, LONGEST_NAME).join('') || 'Someone'
}

/** UTC, since no reader's zone is known here and the same input must give the same reply. */
function dateOf(sentAt: Date | null, isYearShown: boolean, language: Language): string {
  if (sentAt === null || Number.isNaN(sentAt.getTime())) return ''
  const time = sentAt.toISOString().slice(-13, -8)
  if (language !== 'en') {
    const year = isYearShown ? ({ year: 'numeric' } as const) : {}
    const parts = { day: 'numeric', month: 'short', timeZone: 'UTC', ...year } as const
    return `${sentAt.toLocaleDateString(language, parts)} ${time}`
  }
  const year = isYearShown ? ` ${sentAt.getUTCFullYear()}` : ''
  return `${sentAt.getUTCDate()} ${MONTHS[sentAt.getUTCMonth()]}${year} ${time}`
}

function spansYears(lines: readonly SourceLine[]): boolean {
  return new Set(lines.flatMap(({ sentAt }) => sentAt?.getUTCFullYear() ?? [])).size > 1
}
