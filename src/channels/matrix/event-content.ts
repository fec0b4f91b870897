import type { Rich } from '../../text/markdown/rich.ts'
import { toPlain } from '../../text/markdown/to-plain.ts'
import type { Button, Formatted, PostTarget } from '../channel.ts'
import { type JsonObject, listIn, objectIn, textIn } from './json.ts'
import { toMatrixHtml } from './to-matrix-html.ts'

/* The content of the bot's own messages. They are notices, which other bots do not answer. */

/** The longest message, in characters, or in BYTES_PER_CHARACTER bytes of its longest form. */
export const MATRIX_CHARACTERS = 14_000
/** An event is at most 65,536 bytes; what a homeserver adds to the content is far below the remaining 9,000. */
const BYTES_PER_CHARACTER = 4
/** Where the bot's messages list their buttons: Matrix has none, so a reaction with a label presses it. */
const BUTTONS = 'earshot.buttons'

/** The content of a new message. `asker` is the author of the message it replies to, who alone is notified. */
export function messageContent(
  { topic, replyTo }: Pick<PostTarget, 'topic' | 'replyTo'>,
  message: Formatted,
  asker: string | null,
): JsonObject {
  return {
    ...textContent(message),
    'm.mentions': asker === null ? {} : { user_ids: [asker] },
    ...relation(topic, replyTo),
  }
}

/** The content of an edit. It notifies no user a second time. */
export function editContent(messageId: string, message: Formatted): JsonObject {
  const content = { ...textContent(message), 'm.mentions': {} }
  return {
    // What a client shows that knows no edits.
    msgtype: 'm.notice',
    body: `* ${content.body}`,
    'm.mentions': {},
    'm.new_content': content,
    'm.relates_to': { rel_type: 'm.replace', event_id: messageId },
  }
}

/** The content of a reaction. */
export function reactionContent(messageId: string, key: string): JsonObject {
  return { 'm.relates_to': { rel_type: 'm.annotation', event_id: messageId, key } }
}

/** The length of a text, in the units of MATRIX_CHARACTERS. */
export function matrixLength(text: Rich): number {
  // An edit is the longest form: it has the text three times.
  const bytes = Buffer.byteLength(JSON.stringify(editContent('', { text, buttons: [] })))
  return Math.max(text.text.length, Math.ceil(bytes / BYTES_PER_CHARACTER))
}

/** The button of a message of ours that this reaction presses; null if it has none with that label. */
export function buttonIn(content: JsonObject, label: string): Button | null {
  const found = listIn(content, BUTTONS).find((one) => textIn(one, 'label') === label)
  const action = textIn(found, 'action')
  return action === null ? null : { label, action }
}

/** The content of a message with its latest edit, which the homeserver bundles with it. */
export function latestContent(raw: JsonObject): JsonObject {
  const edit = objectIn(objectIn(objectIn(raw, 'unsigned'), 'm.relations'), 'm.replace')
  const edited = objectIn(objectIn(edit, 'content'), 'm.new_content')
  const isTheirs = textIn(edit, 'sender') === textIn(raw, 'sender')
  return isTheirs && Object.keys(edited).length > 0 ? edited : objectIn(raw, 'content')
}

function textContent({ text, buttons }: Formatted) {
  return {
    msgtype: 'm.notice',
    body: toPlain(text),
    ...(text.spans.length > 0 && {
      format: 'org.matrix.custom.html',
      formatted_body: toMatrixHtml(text),
    }),
    ...(buttons.length > 0 && { [BUTTONS]: buttons }),
  }
}

function relation(topic: string | null, replyTo: string | null): JsonObject {
  const reply = { event_id: replyTo ?? topic }
  if (topic !== null) {
    return {
      'm.relates_to': {
        rel_type: 'm.thread',
        event_id: topic,
        'm.in_reply_to': reply,
        // Clients that know no threads show the fallback as a reply.
        is_falling_back: replyTo === null,
      },
    }
  }
  return replyTo === null ? {} : { 'm.relates_to': { 'm.in_reply_to': reply } }
}
