import type { ImportChat, ImportItem } from './item.ts'

/* A phone or a server whose clock was wrong dates messages in the future, and Earshot refuses those. In a file that
 * was written before that date it can only be an error, and no reason to lose the message. */

/** Earshot accepts times up to a day ahead. */
const AHEAD_MS = 24 * 3_600_000

type Clock = {
  readonly now: () => Date
  /** When the file was last changed. */
  readonly changedAt: Date
}

/** Gives messages that are dated in the future the time of the message before them, and reports it. */
export async function* fixFuture(
  items: AsyncIterable<ImportItem>,
  { now, changedAt }: Clock,
): AsyncGenerator<ImportItem> {
  const isFileOld = changedAt <= now()
  let before = changedAt
  let chat: ImportChat | null = null
  for await (const item of items) {
    if (item.type !== 'message') {
      yield item
      continue
    }
    const { message } = item
    if (item.chat !== chat) before = changedAt
    chat = item.chat
    const isFuture = message.sentAt.getTime() > now().getTime() + AHEAD_MS
    if (isFuture && isFileOld) {
      yield NOTE
      yield { ...item, message: { ...message, sentAt: before } }
    } else {
      before = message.sentAt
      yield item
    }
  }
}

const NOTE: ImportItem = {
  type: 'note',
  text: 'Some messages are dated in the future, after the file was written. They are stored with the time of the message before them.',
}
