import { encodeFenced, encodeId } from '../encode.ts'
import type { ShownLine } from '../show-lines.ts'
import { type HistoryFormat, headerOf, localMoment, NEARBY_HEADING } from './history-format.ts'

/* The last lines in one fence, the one to answer marked; nearby lines in a second one. */

export type BlockSettings = {
  /** Maximal number of lines; the oldest are dropped first, and the anchor stays. */
  readonly maxLines: number
  /** Whether a line's [meta …] has all fields, or only its number, time, name and the line it replies to. */
  readonly withMeta: boolean
}

/** Lines in a fence, such as `user [meta n=2 name="Ben" at="Mon 2026-01-05 10:05" reply_to=1]: "By the fountain" [Image]`. */
export function blockFormat({ maxLines, withMeta }: BlockSettings): HistoryFormat {
  const lineOf = (line: ShownLine, pointsAt: number | null = null) => {
    const { speaker, text, media } = line
    const role = speaker.isSelf ? 'you' : speaker.isBot ? 'bot' : 'user'
    const meta = metaOf(line, withMeta, pointsAt)
    return `${role} ${meta}: ${encodeFenced(text)}${media.map((mark) => ` [${mark}]`).join('')}`
  }
  return {
    legend: `The chat stands in a fenced block, one message a line: who [meta …]: "text" [media]; n is its number, reply_to the number of the line it replies to, about the line that a question which only points is probably about, "you" yourself; … stands for messages left out. Answer the one marked [REPLY TO THIS].`,
    questionLegend: `The question stands in a fenced block: who [meta …]: "text" [media].`,
    line: (line) => lineOf(line),
    write: ({ lines, nearby, trigger, pointsAt }) => {
      const shown = newest(lines, trigger.replyTo, maxLines - 1)
      const left = newest(nearby, null, Math.max(0, maxLines - 1 - shown.length))
      const inside = [...withGaps(shown, lineOf), `${lineOf(trigger, pointsAt)} [REPLY TO THIS]`]
      const conversation = `The conversation (last up to ${maxLines} messages):\n${fenced(inside)}`
      const around =
        left.length === 0 ? [] : [`${NEARBY_HEADING}\n${fenced(withGaps(left, lineOf))}`]
      return {
        messages: [],
        block: [conversation, ...around].join('\n\n'),
        trigger: '[RESPOND]',
      }
    },
  }
}

function withGaps(lines: readonly ShownLine[], lineOf: (line: ShownLine) => string): string[] {
  return lines.flatMap((line, i) =>
    line.isAfterGap && i > 0 ? ['…', lineOf(line)] : [lineOf(line)],
  )
}

function fenced(lines: readonly string[]): string {
  return ['```', ...lines, '```'].join('\n')
}

function metaOf(line: ShownLine, withMeta: boolean, pointsAt: number | null): string {
  const { number, messageId, speaker, nameCount, replyTo, quote } = line
  const always = {
    n: number,
    name: encodeFenced(speaker.name),
    same_name: nameCount === 1 ? null : nameCount,
    at: `"${localMoment(line)}"`,
    reply_to: replyTo === 'not shown' ? 'not_shown' : replyTo,
    about: replyTo === null ? pointsAt : null,
    quoting: quote === null ? null : encodeFenced(quote),
  }
  if (!withMeta) return headerOf('meta', always)
  return headerOf('meta', {
    ...always,
    username: speaker.username === null ? null : encodeFenced(speaker.username),
    message_id: messageId === null ? null : fencedId(messageId),
  })
}

function fencedId(id: string): string {
  const encoded = encodeId(id)
  return encoded === id ? id : encodeFenced(id)
}

function newest(
  lines: readonly ShownLine[],
  replyTo: ShownLine['replyTo'],
  count: number,
): ShownLine[] {
  // Not slice(-count): with a count of 0 that would be all lines.
  const cut = Math.max(0, lines.length - count)
  const last = lines.slice(cut)
  const anchor = lines.slice(0, cut).find(({ number }) => number !== null && number === replyTo)
  return anchor === undefined ? last : [anchor, ...last.slice(1)]
}
