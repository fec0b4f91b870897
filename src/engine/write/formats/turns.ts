import type { ConversationLine } from '../../../domain/conversation.ts'
import { encodeId, encodeText } from '../encode.ts'
import { type HistoryFormat, NEARBY_HEADING } from './history-format.ts'

/* A message of its own for every line, with who and what above it: the most a model can be told. Ids
 * come first: names may be alike. All are the user's messages, other bots' too: what somebody else
 * wrote must not look as if the model had said it. Nearby lines follow a message that says so.
 *
 *     [speaker id=9 name="Ben" username="ben" is_bot=0]
 *     [meta n=2 message_id=18 at=2026-01-05T10:05Z reply_to=17]
 *     "By the fountain"
 */

/** A message a line, each under a [speaker …] and a [meta …] header. */
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

/** What is known of a line beside who said what. */
export function metaOf({ number, messageId, at, replyTo, replyToName, quote }: ConversationLine) {
  return {
    n: number,
    message_id: messageId === null ? null : encodeId(messageId),
    at: `${at.toISOString().slice(0, 16)}Z`,
    reply_to: replyTo === null ? null : encodeId(replyTo),
    reply_to_name: replyToName === null ? null : encodeText(replyToName),
    quoting: quote === null ? null : encodeText(quote),
  }
}

/** `[name key=value …]`; what is null is left out. Values come encoded. */
export function headerOf(
  name: string,
  values: Readonly<Record<string, string | number | null>>,
): string {
  const known = Object.entries(values).filter(([, value]) => value !== null)
  return `[${[name, ...known.map(([key, value]) => `${key}=${value}`)].join(' ')}]`
}
