import type { Media } from '../../../domain/message.ts'
import { type JsonObject, listIn, objectIn, shortTextIn, textIn } from '../json.ts'
import { type MatrixText, readMatrixHtml, readPlain } from './matrix-text.ts'

/* What an event's content shows to people. */

/** A message's text and its files. */
export type MatrixContent = MatrixText & { readonly media: readonly Media[] }

/** Reads what an event shows; null for an event that shows nothing, such as one that was redacted. */
export function contentOf(type: string, content: JsonObject, me: string): MatrixContent | null {
  if (type === 'm.room.message') return messageOf(content, me)
  if (type === 'm.sticker') {
    const name = textIn(content, 'body') ?? ''
    return { ...label('sticker', name), media: mediaOf('sticker', content) }
  }
  const poll = pollOf(type, content)
  return poll === null ? null : { ...label('poll', poll), media: [] }
}

const FILES: Readonly<Record<string, string>> = {
  'm.image': 'photo',
  'm.video': 'video',
  'm.audio': 'audio',
  'm.file': 'document',
}

function messageOf(content: JsonObject, me: string): MatrixContent | null {
  const type = textIn(content, 'msgtype')
  const body = textIn(content, 'body')
  // Requests to verify a device's keys are messages, too, and not meant for people.
  if (type === null || body === null || type.startsWith('m.key.')) return null
  if (type === 'm.location') return { ...label('location', body), media: [] }
  const kind = FILES[type]
  if (kind !== undefined) {
    const name = textIn(content, 'filename')
    // Without a name of the file, the body is its name and no caption.
    const caption = name === null || name === body ? '' : body
    const shown = caption === '' ? readPlain('') : readText(content, caption, me)
    return { ...shown, media: mediaOf(kind, content) }
  }
  const text = readText(content, body, me)
  return { ...(type === 'm.emote' ? shifted('* ', text) : text), media: [] }
}

/** What people see: the HTML where there is some, as other clients show that and not the body. */
function readText(content: JsonObject, body: string, me: string): MatrixText {
  const html = textIn(content, 'formatted_body')
  if (html !== null && textIn(content, 'format') === 'org.matrix.custom.html') {
    const read = readMatrixHtml(html, me)
    if (read.text.trim() !== '') return read
  }
  const isReply =
    Object.keys(objectIn(objectIn(content, 'm.relates_to'), 'm.in_reply_to')).length > 0
  return readPlain(isReply ? withoutQuotedParent(body) : body)
}

/** Older clients begin a reply with its parent, each line behind a "> ", and an empty line. */
function withoutQuotedParent(body: string): string {
  const quoted = /^> <@[^\n]*\n(?:>[^\n]*\n)*\n?|^> \* <@[^\n]*\n(?:>[^\n]*\n)*\n?/.exec(body)
  return quoted === null ? body : body.slice(quoted[0].length)
}

function mediaOf(kind: string, content: JsonObject): Media[] {
  // Of an encrypted file the address is elsewhere: it cannot be read.
  const url = textIn(content, 'url')
  if (url === null || !url.startsWith('mxc://')) return []
  const info = objectIn(content, 'info')
  const size = info.size
  const isVoice = 'org.matrix.msc3245.voice' in content || 'm.voice' in content
  return [
    {
      kind: kind === 'audio' && isVoice ? 'voice' : kind,
      fileId: url,
      name: shortTextIn(content, 'filename') ?? shortTextIn(content, 'body') ?? undefined,
      mimeType: shortTextIn(info, 'mimetype') ?? undefined,
      sizeBytes:
        typeof size === 'number' && Number.isSafeInteger(size) && size >= 0 ? size : undefined,
    },
  ]
}

/** The question and the answers of a poll; null if it is none. */
function pollOf(type: string, content: JsonObject): string | null {
  const isStable = type === 'm.poll.start'
  if (!isStable && type !== 'org.matrix.msc3381.poll.start') return null
  const poll = objectIn(content, isStable ? 'm.poll' : 'org.matrix.msc3381.poll.start')
  const question = pollText(objectIn(poll, 'question'))
  const answers = listIn(poll, 'answers').map(pollText)
  return question === '' ? null : `${question}: ${answers.join(' / ')}`
}

function pollText(value: unknown): string {
  const [first] = listIn(value, 'm.text')
  return (
    textIn(first, 'body') ?? textIn(value, 'org.matrix.msc1767.text') ?? textIn(value, 'body') ?? ''
  )
}

function label(kind: string, text: string): MatrixText {
  const shown = text.trim()
  return readPlain(
    kind === 'poll' || kind === 'location'
      ? `[${kind}] ${shown}`
      : `[${`${kind} ${shown}`.trim()}]`,
  )
}

function shifted(prefix: string, { text, code, pills }: MatrixText): MatrixText {
  const by = prefix.length
  return { text: prefix + text, code: code.map(([from, to]) => [from + by, to + by]), pills }
}
