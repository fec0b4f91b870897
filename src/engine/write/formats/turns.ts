import { encodeId, encodeText } from '../encode.ts'
import type { ShownLine } from '../show-lines.ts'
import { type HistoryFormat, headerOf, localMoment, NEARBY_HEADING } from './history-format.ts'

/* One message per line of the chat, with headers above it: the format with the most information. All have the role
 * user, other bots' too: a text of another author must not look as if the model had written it. Nearby lines follow a
 * message with their heading.
 *
 *     [speaker name="Ben" username="ben"]
 *     [meta n=2 message_id=18 at="Mon 2026-01-05 10:05" reply_to=1]
 *     "By the fountain"
 */

/** One message per line, each under a [speaker …] and a [meta …] header. */
export const turnsFormat: HistoryFormat = {
  legend: `Each line of the chat is a message: a [speaker …] header, a [meta …] header with its number n and the number of the line it replies to, then its text as a JSON string. you=1 is yourself; left_out=1: messages before it were left out. Answer the last one; if it only points, about is the line it is probably about.`,
  questionLegend: `The question is the last message: a [speaker …] header, a [meta …] header, then its text as a JSON string.`,
  line: (line) => lineOf(line),
  write: ({ lines, nearby, trigger, pointsAt }) => ({
    messages: [
      ...lines.map((line) => lineOf(line)),
      ...(nearby.length === 0 ? [] : [NEARBY_HEADING]),
      ...nearby.map((line) => lineOf(line)),
    ].map((content) => ({ role: 'user', content })),
    block: null,
    trigger: lineOf(trigger, pointsAt),
  }),
}

function lineOf(line: ShownLine, pointsAt: number | null = null): string {
  const { speaker, nameCount, text, media } = line
  const who = headerOf('speaker', {
    name: encodeText(speaker.name),
    username: speaker.username === null ? null : encodeText(speaker.username),
    same_name: nameCount === 1 ? null : nameCount,
    is_bot: speaker.isBot ? 1 : null,
    you: speaker.isSelf ? 1 : null,
  })
  const meta = headerOf('meta', metaOf(line, pointsAt))
  const marks = media.map((mark) => ` [${mark}]`).join('')
  return `${who}\n${meta}\n${encodeText(text)}${marks}`
}

/** The fields of a line except speaker and text. */
function metaOf(line: ShownLine, pointsAt: number | null) {
  const { number, messageId, replyTo, quote, isAfterGap } = line
  return {
    n: number,
    message_id: messageId === null ? null : encodeId(messageId),
    at: `"${localMoment(line)}"`,
    reply_to: replyTo === 'not shown' ? 'not_shown' : replyTo,
    about: replyTo === null ? pointsAt : null,
    quoting: quote === null ? null : encodeText(quote),
    left_out: isAfterGap ? 1 : null,
  }
}
