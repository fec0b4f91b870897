import type { PointKind } from '../../src/engine/views/catch-up/choose-points.ts'
import { type JudgedChat, precisionOf, recallOf } from '../../test/catch-up/judge-catch-up.ts'
import type { Label } from '../../test/catch-up/labelled-chats.ts'
import type { Captioned } from '../results.ts'
import { median } from '../statistics.ts'
import type { SpeedReading } from './measure-speed.ts'

type Share = readonly [part: number, all: number]

/** Kinds that say of a message what its label says; a request is told as a message to the asker. */
const KINDS_OF: Readonly<Record<Label, readonly PointKind[]>> = {
  decision: ['decision'],
  asked: ['question_to_you', 'to_you'],
  open: ['open_question'],
}
const NAMES: Readonly<Record<Label, string>> = {
  decision: 'decisions',
  asked: 'questions and requests to the asker',
  open: 'open questions',
}
const KINDS: readonly PointKind[] = [
  'question_to_you',
  'to_you',
  'decision',
  'open_question',
  'said',
]

/** What of the labelled messages is told, as what, and how much of what is told is right. */
export function qualityTable(caption: string, judged: readonly JudgedChat[]): Captioned {
  const labels = Object.keys(NAMES) as Label[]
  const messages = judged.reduce((sum, { chat }) => sum + chat.messages.length, 0)
  const told = judged.reduce((sum, { points }) => sum + points.length, 0)
  const [cited, lines] = [sumOf(judged, 'cited'), sumOf(judged, 'lines')]
  return {
    caption: `${caption} (${judged.length} chats, ${messages} messages, ${told} told; lines cited ${shareOf([cited, lines])})`,
    table: [
      ['', 'told as such', 'told', 'among as many newest messages', 'right, of those told as such'],
      ...labels.map((label) => [
        NAMES[label],
        shareOf(recallOf(judged, label, KINDS_OF[label])),
        shareOf(recallOf(judged, label)),
        shareOf(newestOf(judged, label)),
        shareOf(precisionOf(judged, KINDS_OF[label][0] as PointKind)),
      ]),
    ],
  }
}

/** Which points the labelled messages became. */
export function kindsTable(judged: readonly JudgedChat[]): Captioned {
  const labels = Object.keys(NAMES) as Label[]
  const all = judged.flatMap((one) => one.labels)
  const count = (label: Label, kind: PointKind | null) =>
    String(all.filter((one) => one.label === label && one.kind === kind).length)
  return {
    caption: 'The points that labelled messages became, both halves',
    table: [
      ['', ...KINDS, 'not told'],
      ...labels.map((label) => [
        NAMES[label],
        ...KINDS.map((kind) => count(label, kind)),
        count(label, null),
      ]),
    ],
  }
}

/** Decisions told as such by language, and how many of those told are right. */
export function languagesTable(judged: readonly JudgedChat[]): Captioned {
  const languages = [...new Set(judged.map(({ chat }) => chat.language))].sort()
  const halves = ['first', 'second'] as const
  return {
    caption:
      'By language: decisions told as such; of those told, right; questions and requests told',
    table: [
      ['', ...halves.flatMap((half) => [`${half} half`, 'right', 'to the asker'])],
      ...languages.map((language) => [
        language,
        ...halves.flatMap((half) => {
          const those = judged.filter(
            ({ chat }) => chat.language === language && chat.half === half,
          )
          return [
            shareOf(recallOf(those, 'decision', KINDS_OF.decision)),
            shareOf(precisionOf(those, 'decision')),
            shareOf(recallOf(those, 'asked')),
          ]
        }),
      ]),
    ],
  }
}

/** What catching up takes. */
export function speedTable(readings: readonly SpeedReading[]): Captioned {
  return {
    caption: 'Catching up on the embedded database, ms, median',
    table: [
      [
        'missed messages',
        'conversations',
        'catching up',
        'slowest',
        'aim',
        'bare read of the rows',
        'ratio',
      ],
      ...readings.map(({ messages, conversations, catchUpMs, bareMs }) => [
        String(messages),
        String(conversations),
        median(catchUpMs).toFixed(0),
        Math.max(...catchUpMs).toFixed(0),
        '< 2000',
        median(bareMs).toFixed(0),
        (median(catchUpMs) / median(bareMs)).toFixed(1),
      ]),
    ],
  }
}

/** As many of the newest messages as the catch-up has points: what scrolling up so far would show. */
function newestOf(judged: readonly JudgedChat[], label: Label): Share {
  const seen = judged.map(({ chat, points }) =>
    chat.messages.slice(-points.length).filter(({ labels }) => labels.includes(label)),
  )
  return [seen.flat().length, recallOf(judged, label)[1]]
}

function sumOf(judged: readonly JudgedChat[], field: 'cited' | 'lines'): number {
  return judged.reduce((sum, one) => sum + one[field], 0)
}

function shareOf([part, all]: Share): string {
  return all === 0 ? '' : `${((100 * part) / all).toFixed(0)} % (${part} of ${all})`
}
