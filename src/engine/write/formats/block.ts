import type { ConversationLine } from '../../../domain/conversation.ts'
import { encodeFenced, encodeId } from '../encode.ts'
import { type HistoryFormat, NEARBY_HEADING } from './history-format.ts'
import { headerOf } from './turns.ts'

/* The last lines in one fence, the one to answer marked; nearby lines in a second one. */

export type BlockSettings = {
  /** Maximal number of lines; the oldest are dropped first, and the anchor stays. */
  readonly maxLines: number
  /** Whether a line's [meta …] has all fields, or only its number and the name. */
  readonly withMeta: boolean
}

/** Lines in a fence, such as `user [meta n=2 user_id=9 …]: "By the fountain" [Image]`. */
export function blockFormat({ maxLines, withMeta }: BlockSettings): HistoryFormat {
  const lineOf = (line: ConversationLine) => {
    const { speaker, text, media } = line
    const role = speaker.isBot ? 'bot' : 'user'
    return `${role} ${metaOf(line, withMeta)}: ${encodeFenced(text)}${media.map((mark) => ` [${mark}]`).join('')}`
  }
  return {
    legend: `The chat stands in a fenced block, one message a line: who [meta …]: "text" [media]; n is its number. Answer the one marked [REPLY TO THIS].`,
    line: lineOf,
    write: ({ lines, nearby, trigger }) => {
      const shown = newest(lines, trigger.replyTo, maxLines - 1)
      const left = newest(nearby, null, Math.max(0, maxLines - 1 - shown.length))
      const inside = [...shown.map(lineOf), `${lineOf(trigger)} [REPLY TO THIS]`]
      const conversation = `The conversation (last up to ${maxLines} messages):\n${fenced(inside)}`
      const around = left.length === 0 ? [] : [`${NEARBY_HEADING}\n${fenced(left.map(lineOf))}`]
      return {
        messages: [],
        block: [conversation, ...around].join('\n\n'),
        trigger: '[RESPOND]',
      }
    },
  }
}

function fenced(lines: readonly string[]): string {
  return ['```', ...lines, '```'].join('\n')
}

function metaOf(line: ConversationLine, withMeta: boolean): string {
  const { number, messageId, speaker, at, replyTo, quote } = line
  const name = encodeFenced(speaker.name)
  if (!withMeta) return headerOf('meta', { n: number, name })
  return headerOf('meta', {
    n: number,
    user_id: speaker.id,
    name,
    username: speaker.username === null ? null : encodeFenced(speaker.username),
    message_id: messageId === null ? null : fencedId(messageId),
    at: `${at.toISOString().slice(0, 16)}Z`,
    reply_to: replyTo === null ? null : fencedId(replyTo),
    quoting: quote === null ? null : encodeFenced(quote),
  })
}

function fencedId(id: string): string {
  const encoded = encodeId(id)
  return encoded === id ? id : encodeFenced(id)
}

function newest(
  lines: readonly ConversationLine[],
  replyTo: string | null,
  count: number,
): ConversationLine[] {
  // Not slice(-count): with a count of 0 that would be all lines.
  const cut = Math.max(0, lines.length - count)
  const last = lines.slice(cut)
  const anchor = lines.slice(0, cut).find((line) => replyTo !== null && line.messageId === replyTo)
  return anchor === undefined ? last : [anchor, ...last.slice(1)]
}
