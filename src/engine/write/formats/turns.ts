import type { ConversationLine } from '../../../domain/conversation.ts'
import { encodeId, encodeText } from '../encode.ts'
import { type HistoryFormat, NEARBY_HEADING } from './history-format.ts'

/* One message per line of the chat, with headers above it: the format with the most information. Ids come
 * first: names may be equal. All have the role user, other bots' too: a text of another author must not look
 * as if the model had written it. Nearby lines follow a message with their heading.
 *
 *     [speaker id=9 name="Ben" username="ben" is_bot=0]
 *     [meta n=2 message_id=18 at=2026-01-05T10:05Z reply_to=17]
 *     "By the fountain"
 */

/** One message per line, each under a [speaker …] and a [meta …] header. */
export const turnsFormat: HistoryFormat = {
  legend: `Each line of the chat is a message: a [speaker …] header, a [meta …] header with its number n, then its text as a JSON string. Answer the last one.`,
  line: lineOf,
  write: ({ lines, nearby, trigger }) => ({
    messages: [
      ...lines.map(lineOf),
      ...(nearby.length === 0 ? [] : [NEARBY_HEADING]),
      ...nearby.map(lineOf),
    ].map((content) => ({ role: 'user', content })),
    block: null,
    trigger: lineOf(trigger),
  }),
}

function lineOf(line: ConversationLine): string {
  const { speaker, text, media } = line
  const who = headerOf('speaker', {
    id: speaker.id,
    name: encodeText(speaker.name),
    username: speaker.username === null ? null : encodeText(speaker.username),
    is_bot: Number(speaker.isBot),
  })
  const meta = headerOf('meta', metaOf(line))
  const marks = media.map((mark) => ` [${mark}]`).join('')
  return `${who}\n${meta}\n${encodeText(text)}${marks}`
}

/** The fields of a line except speaker and text. */
function metaOf({ number, messageId, at, replyTo, replyToName, quote }: ConversationLine) {
  return {
    n: number,
    message_id: messageId === null ? null : encodeId(messageId),
    at: `${at.toISOString().slice(0, 16)}Z`,
    reply_to: replyTo === null ? null : encodeId(replyTo),
    reply_to_name: replyToName === null ? null : encodeText(replyToName),
    quoting: quote === null ? null : encodeText(quote),
  }
}

/** `[name key=value …]`; null values are left out. Values must be encoded already. */
export function headerOf(
  name: string,
  values: Readonly<Record<string, string | number | null>>,
): string {
  const known = Object.entries(values).filter(([, value]) => value !== null)
  return `[${[name, ...known.map(([key, value]) => `${key}=${value}`)].join(' ')}]`
}
