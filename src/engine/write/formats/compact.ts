import type { ConversationLine } from '../../../domain/conversation.ts'
import { MONTHS } from '../../../domain/months.ts'
import { encodeName, encodeText } from '../encode.ts'
import { type HistoryFormat, NEARBY_HEADING } from './history-format.ts'

/* One line per message, all lines in one block: the fewest tokens. The day stands above its lines; a time
 * on each would add a third to the cost (bench/ask).
 *
 *     == Jan 5
 *     [1] Ann#7: "Where do we meet?"
 *     [2] Ben#9 → Ann: "By the fountain" [Image]
 *
 *     Nearby messages (may be about something else):
 *     == Jan 5
 *     [3] Dan#4: "Did the build pass?"
 *     == now
 *     Cat#12 → Ben: "@bot when?"
 *     [RESPOND]
 */

/** Lines such as `[2] Ben#9 → Ann: "By the fountain" [Image]`. */
export const compactFormat: HistoryFormat = {
  legend: `Lines of the chat read [number] name#id → whom they answer: "text" [media]; == is the day. Answer the line before [RESPOND].`,
  line: lineOf,
  write: ({ lines, nearby, trigger }) => ({
    messages: [],
    block: blockOf(lines, nearby),
    trigger: `== now\n${lineOf(trigger)}\n[RESPOND]`,
  }),
}

function blockOf(
  lines: readonly ConversationLine[],
  nearby: readonly ConversationLine[],
): string | null {
  const parts = [
    ...(lines.length === 0 ? [] : [lines.flatMap(withDay)]),
    ...(nearby.length === 0 ? [] : [[NEARBY_HEADING, ...nearby.flatMap(withDay)]]),
  ]
  return parts.length === 0 ? null : parts.map((part) => part.join('\n')).join('\n\n')
}

function withDay(line: ConversationLine, i: number, lines: readonly ConversationLine[]): string[] {
  const before = lines[i - 1]
  const isSameDay = before !== undefined && dayOf(before.at) === dayOf(line.at)
  return isSameDay ? [lineOf(line)] : [`== ${dayOf(line.at)}`, lineOf(line)]
}

function lineOf(line: ConversationLine): string {
  const { number, speaker, replyToName, quote, text, media } = line
  const cited = number === null ? '' : `[${number}] `
  const whom = replyToName === null ? '' : ` → ${encodeName(replyToName)}`
  const quoting = quote === null ? '' : ` quoting ${encodeText(quote)}`
  const marks = media.map((mark) => ` [${mark}]`).join('')
  return `${cited}${speakerOf(speaker)}${whom}${quoting}: ${encodeText(text)}${marks}`
}

function speakerOf({ name, id }: ConversationLine['speaker']): string {
  return id === null ? encodeName(name) : `${encodeName(name)}#${id}`
}

function dayOf(at: Date): string {
  return `${MONTHS[at.getUTCMonth()]} ${at.getUTCDate()}`
}
