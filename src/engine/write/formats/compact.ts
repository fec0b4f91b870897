import type { ConversationLine } from '../../../domain/conversation.ts'
import { encodeName, encodeText } from '../encode.ts'
import type { HistoryFormat } from './history-format.ts'

/* A line a message, all of them in one: the fewest tokens.
 *
 *     [1] Jan 5 10:02 Ann#7: "Where do we meet?"
 *     [2] Jan 5 10:05 Ben#9 → Ann: "By the fountain" [Image]
 *     Jan 5 10:12 Cat#12 → Ben: "@bot when?"
 *     [RESPOND]
 */

/** Lines such as `[2] Jan 5 10:05 Ben#9 → Ann: "By the fountain" [Image]`. */
export const compactFormat: HistoryFormat = {
  legend: `Lines of the chat read [number] time name#id → whom they answer: "text" [media]. Answer the line before [RESPOND].`,
  line: lineOf,
  write: ({ lines, trigger }) => ({
    messages: [],
    block: lines.length === 0 ? null : lines.map(lineOf).join('\n'),
    trigger: `${lineOf(trigger)}\n[RESPOND]`,
  }),
}

function lineOf(line: ConversationLine): string {
  const { number, speaker, at, replyToName, quote, text, media } = line
  const cited = number === null ? '' : `[${number}] `
  const whom = replyToName === null ? '' : ` → ${encodeName(replyToName)}`
  const quoting = quote === null ? '' : ` quoting ${encodeText(quote)}`
  const marks = media.map((mark) => ` [${mark}]`).join('')
  return `${cited}${timeOf(at)} ${speakerOf(speaker)}${whom}${quoting}: ${encodeText(text)}${marks}`
}

function speakerOf({ name, id }: ConversationLine['speaker']): string {
  return id === null ? encodeName(name) : `${encodeName(name)}#${id}`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Without the year: three tokens fewer a line, and the question has it. */
function timeOf(at: Date): string {
  return `${MONTHS[at.getUTCMonth()]} ${at.getUTCDate()} ${at.toISOString().slice(11, 16)}`
}
