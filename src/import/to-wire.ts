import type { IncomingMessage } from '../domain/message.ts'
import type { ImportChat } from './item.ts'

/* Items in the shape of POST /api/messages. Names and ids over its limit are cut: most are file names, and no
 * reason to lose a message. */

const MAX_NAME = 500
const MAX_MEDIA = 50

/** The chat as the API takes it. */
export function toWireChat({ channel, externalId, kind, title, links }: ImportChat) {
  return {
    channel,
    id: externalId,
    kind,
    title: title === null ? null : cut(title),
    ...(links === undefined
      ? {}
      : { links: { message: links.message, thread_message: links.threadMessage } }),
  }
}

/** The message as the API takes it. Empty fields are left out: half of the bytes of a large import. */
export function toWireMessage(message: IncomingMessage) {
  const { author, media, reactions } = message
  return {
    id: message.externalId,
    ...(message.kind === 'message' ? {} : { kind: message.kind }),
    author: {
      id: author.externalId,
      ...(author.name === null ? {} : { name: cut(author.name) }),
      ...(author.username === null ? {} : { username: cut(author.username) }),
      ...(author.isBot ? { is_bot: true } : {}),
    },
    sent_at: message.sentAt.toISOString(),
    text: message.text,
    ...(message.replyTo === null ? {} : { reply_to: message.replyTo }),
    ...(message.quote === null ? {} : { quote: message.quote }),
    ...(message.topic === null ? {} : { thread_id: message.topic }),
    ...(media.length === 0 ? {} : { media: media.slice(0, MAX_MEDIA).map(toWireMedia) }),
    ...(reactions.length === 0 ? {} : { reactions }),
    ...(message.editedAt === null ? {} : { edited_at: message.editedAt.toISOString() }),
  }
}

function toWireMedia({ kind, name, mimeType, sizeBytes, url, album }: IncomingMessage['media'][0]) {
  return {
    kind,
    ...(name === undefined ? {} : { name: cut(name) }),
    ...(mimeType === undefined ? {} : { mime_type: cut(mimeType) }),
    ...(sizeBytes === undefined ? {} : { size_bytes: sizeBytes }),
    ...(url === undefined ? {} : { url }),
    ...(album === undefined ? {} : { album }),
  }
}

function cut(name: string): string {
  return name.length <= MAX_NAME ? name : name.slice(0, MAX_NAME)
}
