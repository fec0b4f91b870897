import { AppError } from '../../domain/errors.ts'
import { EMPTY_FIELDS } from '../../domain/message.ts'
import { type ContentIds, createContentIds } from '../content-ids.ts'
import type { DateOrder, ImportChat, ImportItem, ReadOptions } from '../item.ts'
import { type InputLine, readLines } from '../lines.ts'
import { type ImportInput, readHead as readBytes } from '../open-source.ts'
import { isZip, openZip } from '../open-zip.ts'
import { inZone } from '../times.ts'
import { surveyLines } from './survey.ts'
import { unnamedChat, whatsAppChatName } from './whatsapp-chat.ts'
import { type Head, readLineHead, shownTime, splitSender, withoutMarks } from './whatsapp-line.ts'
import { readWhatsAppText } from './whatsapp-media.ts'

/* WhatsApp's "Export chat": a text, or a zip with the text and the media. It has no ids, no zone and no
 * replies; ids and times are derived deterministically. */

/** Reads the messages of a WhatsApp chat. */
export async function* readWhatsApp(
  source: ImportInput,
  options: ReadOptions,
): AsyncGenerator<ImportItem> {
  if (!isZip(await readBytes(source.path, 2))) {
    yield* readText({ source, inZip: null, bytes: () => source.bytes() }, options)
    return
  }
  const zip = await openZip(source.path, source.name)
  try {
    const texts = zip.parts.filter(({ name }) => /^[^/]+\.txt$/i.test(name))
    const text = texts.find(({ name }) => /chat/i.test(name)) ?? texts[0]
    if (text === undefined) throw notWhatsApp(source)
    yield* zip.ignored
    yield* readText({ source, inZip: text.name, bytes: () => text.bytes() }, options)
  } finally {
    zip.close()
  }
}

type ChatText = {
  readonly source: ImportInput
  /** Its name in the zip; null if it is not in one. */
  readonly inZip: string | null
  bytes(): AsyncGenerator<Buffer>
}

async function* readText(
  { source, inZip, bytes }: ChatText,
  options: ReadOptions,
): AsyncGenerator<ImportItem> {
  const survey = await surveyLines(readLines(bytes()))
  if (survey.heads === 0) throw notWhatsApp(source)
  if (options.dateOrder === null && survey.doubt !== null) throw unclearDate(source, survey.doubt)
  const order = options.dateOrder ?? survey.dateOrder
  const zone = options.timeZone
  const name = whatsAppChatName({ path: source.path, inZip, title: survey.title })
  if (name === null && options.chat === null) throw unnamedChat(source.name)
  if (zone === null) yield NO_ZONE
  const chat: ImportChat = {
    channel: options.chat?.channel ?? 'whatsapp',
    externalId: options.chat?.externalId ?? (name as string),
    kind: survey.isPrivate ? 'private' : 'group',
    title: name ?? options.chat?.externalId ?? null,
    ids: 'own',
  }
  const ids = createContentIds()
  for await (const entry of entriesOf(readLines(bytes()))) {
    yield readEntry(entry, { chat, order, zone, ids })
  }
}

const NO_ZONE: ImportItem = {
  type: 'note',
  text: 'The file has no time zone; its times are read as UTC. Use --timezone to set another.',
}

type Entry = { readonly line: number; readonly head: Head | null; readonly more: readonly string[] }

/** Lines joined to messages. Lines before the first message, or over the length limit, have no head. */
async function* entriesOf(lines: AsyncIterable<InputLine>): AsyncGenerator<Entry> {
  let open: { line: number; head: Head; more: string[] } | null = null
  for await (const { number, text, isTooLong } of lines) {
    const head = readLineHead(text)
    if (head === null && open !== null && !isTooLong) {
      open.more.push(text)
      continue
    }
    if (head === null) {
      if (isTooLong || text.trim() !== '') yield { line: number, head: null, more: [] }
      continue
    }
    if (open !== null) yield open
    open = { line: number, head, more: [] }
  }
  if (open !== null) yield open
}

function readEntry(
  { line, head, more }: Entry,
  context: { chat: ImportChat; order: DateOrder; zone: string | null; ids: ContentIds },
): ImportItem {
  const { chat, order, zone, ids } = context
  const where = `line ${line}`
  if (head === null) return { type: 'skipped', reason: 'not_understood', where }
  const time = shownTime(head, order)
  if (time === null) return { type: 'skipped', reason: 'no_date', where }
  const said = splitSender(head.rest)
  const raw = [said?.text ?? head.rest, ...more].join('\n')
  const sentAt = inZone(time, zone)
  if (said === null) {
    const text = withoutMarks(raw).trim()
    const externalId = ids.idOf(time, '', text)
    const author = { externalId: chat.externalId, name: chat.title, username: null, isBot: false }
    return {
      type: 'message',
      chat,
      message: { ...EMPTY_FIELDS, kind: 'system', externalId, author, sentAt, text },
    }
  }
  const { text, media, isDeleted } = readWhatsAppText(raw)
  if (isDeleted) return { type: 'skipped', reason: 'deleted', where }
  if (text === '' && media.length === 0) return { type: 'skipped', reason: 'empty', where }
  const { sender } = said
  const externalId = ids.idOf(time, sender, withoutMarks(raw).trim())
  // A tilde marks a name that the person chose, and that is not in the contacts of the phone.
  const name = sender.replace(/^~\s*/, '') || sender
  const author = { externalId: sender, name, username: null, isBot: false }
  const kind = isNote(said.text, media.length) ? 'system' : 'message'
  return {
    type: 'message',
    chat,
    message: { ...EMPTY_FIELDS, kind, externalId, author, sentAt, text, media },
  }
}

/** iPhones write system messages as messages of a person, after a mark; polls and locations too. */
function isNote(text: string, media: number): boolean {
  return text.startsWith('\u200e') && media === 0 && !/^\u200e\S{2,15}:/.test(text)
}

function notWhatsApp({ name }: ImportInput): AppError {
  return new AppError(
    'file_type_unknown',
    `No line of ${name} has the format of a WhatsApp export. In the chat choose "Export chat", and use the .txt or .zip file it creates.`,
  )
}

function unclearDate({ name }: ImportInput, date: string): AppError {
  return new AppError(
    'invalid_request',
    `${name} does not show which number of ${date} is the day and which the month. Say it: --date-order dmy (day first) or --date-order mdy (month first).`,
  )
}
