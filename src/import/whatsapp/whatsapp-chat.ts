import { basename, dirname } from 'node:path'
import { AppError } from '../../domain/errors.ts'
import { chatNameOf, hasGreeting } from '../chat-name.ts'

/* WhatsApp's export does not say of which chat it is. iPhones call every text _chat.txt: taken for a name, it would
 * merge all groups. */

/** Names that say nothing about the chat. */
const GENERIC =
  /^(chat|whatsapp|whatsapp chat|export|archive|download|messages?|documents?|[\d\s._-]*)$/i

/** Where the name of a chat may be found, the best place first. */
export type NamePlaces = {
  /** The file, which may be a zip. */
  readonly path: string
  /** The text in the zip; null if the file is the text. */
  readonly inZip: string | null
  /** The title in the first lines of the text. */
  readonly title: string | null
}

/** The name of the chat: of the file, of WhatsApp's own folder, or as the text says; null if none tells. */
export function whatsAppChatName({ path, inZip, title }: NamePlaces): string | null {
  const folder = basename(dirname(path))
  const names = [
    chatNameOf(basename(path)),
    inZip === null ? '' : chatNameOf(basename(inZip)),
    // Any other folder holds the exports of several chats.
    hasGreeting(folder) ? chatNameOf(folder) : '',
    title ?? '',
  ]
  return names.find((name) => !GENERIC.test(name)) ?? null
}

/** The error for a text that no place names. */
export function unnamedChat(name: string): AppError {
  return new AppError(
    'invalid_request',
    `${name} does not tell which chat it is from. Name the chat: --chat whatsapp:NAME. Use the same name for its next export.`,
  )
}
