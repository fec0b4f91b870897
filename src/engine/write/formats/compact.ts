import { encodeName, encodeText } from '../encode.ts'
import type { ShownConversation, ShownLine } from '../show-lines.ts'
import { type HistoryFormat, NEARBY_HEADING } from './history-format.ts'

/* One line per message, all lines in one block: the fewest tokens. The day stands above its lines, and `…` where
 * messages were left out.
 *
 *     == Monday, 5 January 2026
 *     [1] 10:02 Ann: "Where do we meet?"
 *     …
 *     [2] 10:05 Ben → [1]: "By the fountain" [Image]
 *
 *     Nearby messages (may be about something else):
 *     == Monday, 5 January 2026
 *     [3] 10:04 Dan: "Did the build pass?"
 *     == now
 *     10:12 Cat → [2]: "@bot when?"
 *     [RESPOND]
 */

/** Lines such as `[2] 10:05 Ben → [1]: "By the fountain" [Image]`. */
export const compactFormat: HistoryFormat = {
  legend: `Lines of the chat read [number] time name → [line it replies to]: "text" [media]; == is the day, … stands for messages left out, "you" is yourself. Answer the line before [RESPOND].`,
  questionLegend: `The question is the line before [RESPOND]: time name: "text" [media].`,
  line: lineOf,
  write: ({ lines, nearby, trigger, pointsAt }) => ({
    messages: [],
    block: blockOf(lines, nearby),
    trigger: `== now\n${lineOf(trigger, pointsAt)}\n[RESPOND]`,
  }),
}

function blockOf(
  lines: ShownConversation['lines'],
  nearby: ShownConversation['nearby'],
): string | null {
  const parts = [
    ...(lines.length === 0 ? [] : [lines.flatMap(withDay)]),
    ...(nearby.length === 0 ? [] : [[NEARBY_HEADING, ...nearby.flatMap(withDay)]]),
  ]
  return parts.length === 0 ? null : parts.map((part) => part.join('\n')).join('\n\n')
}

function withDay(line: ShownLine, i: number, lines: readonly ShownLine[]): string[] {
  const gap = line.isAfterGap && i > 0 ? ['…'] : []
  const day = lines[i - 1]?.day === line.day ? [] : [`== ${line.day}`]
  return [...gap, ...day, lineOf(line)]
}

function lineOf(line: ShownLine, pointsAt: number | null = null): string {
  const { number, clock, quote, text, media } = line
  const cited = number === null ? '' : `[${number}] `
  const quoting = quote === null ? '' : ` quoting ${encodeText(quote)}`
  const marks = media.map((mark) => ` [${mark}]`).join('')
  return `${cited}${clock} ${speakerOf(line)}${targetOf(line, pointsAt)}${quoting}: ${encodeText(text)}${marks}`
}

function targetOf({ replyTo }: ShownLine, pointsAt: number | null): string {
  if (replyTo === 'not shown') return ' → a message that is not here'
  if (replyTo !== null) return ` → [${replyTo}]`
  return pointsAt === null ? '' : ` → probably [${pointsAt}]`
}

function speakerOf({ speaker, nameCount }: ShownLine): string {
  if (speaker.isSelf) return 'you'
  const name = encodeName(speaker.name)
  // "you" means the assistant: a person of that name is quoted.
  const safe = name.toLowerCase() === 'you' ? encodeText(speaker.name) : name
  return nameCount === 1 ? safe : `${safe} (${nameCount})`
}
