import { findQuestionMessage } from '../../db/answers/find-question-message.ts'
import { enqueueSend } from '../../db/channels/outbox.ts'
import { findChat } from '../../db/messages/chats.ts'
import { listMedia } from '../../db/messages/media.ts'
import type { PendingSend, Send } from '../../domain/channels/send.ts'
import type { IncomingMessage, Media } from '../../domain/message.ts'
import { nameEnd } from '../bot-name.ts'
import { type BotDeps, chatRef, inWorkspace } from '../deps.ts'

/* Voice messages become text: the transcript is stored as the text of its message, so that it is linked, found, redacted
 * and forgotten like any other. The recording is not stored. */

/** Providers take no more. */
const MAX_BYTES = 25_000_000
const SPOKEN = /^(?:voice|video_note)$/

/** True for a message that is spoken and says nothing in text. */
export function isSpoken({ text, media }: Pick<IncomingMessage, 'text' | 'media'>): boolean {
  return text.trim() === '' && media.some(({ kind }) => SPOKEN.test(kind))
}

/** The send that writes a spoken message down; it is delivered before an answer to the message. */
export function transcriptOf(
  { externalId, topic, author }: IncomingMessage,
  { chat, isGroup }: Pick<PendingSend, 'chat' | 'isGroup'>,
): PendingSend {
  const cause = `t:${chat}:${externalId}`
  const place = { chat, isGroup, topic, messageId: externalId, person: author.externalId }
  return { kind: 'transcript', cause, detail: null, ...place }
}

/** Writes a message down; idempotent. Null when done, else why there is nothing to write. */
export async function transcribeMessage(
  send: Send,
  deps: BotDeps,
  signal: AbortSignal,
): Promise<string | null> {
  const { transcribe, channel, engine, principal, now } = deps
  const { messageId } = send
  const spoken = messageId === null ? null : await findSpoken(send, messageId, deps)
  if (transcribe === null || messageId === null || spoken === null) return 'nothing to transcribe'
  if (spoken.text.trim() !== '') return null
  const bytes = await channel.fetchFile(spoken.media, { maxBytes: MAX_BYTES, signal })
  if (bytes === null) return 'the recording is too large or gone'
  const text = await transcribe({ bytes, signal })
  if (text === '') return 'nothing is said in it'
  const target = { ...chatRef(send), messageId }
  await engine.edit(principal, target, { text, editedAt: spoken.sentAt })
  // In private it is answered anyway; in a group it calls the bot by its name.
  if (!send.isGroup || nameEnd(text, namesOf(deps)) === null) return null
  const answer = { ...send, kind: 'answer', cause: `m:${send.chat}:${messageId}` } as const
  await inWorkspace(deps, (db, workspaceId) =>
    enqueueSend(db, workspaceId, deps.bot, [{ ...answer, detail: null }], now()),
  )
  return null
}

function namesOf({ me, settings }: BotDeps): readonly string[] {
  return [me.name, me.username, ...settings.names]
}

type Spoken = { readonly media: Media; readonly text: string; readonly sentAt: Date }

/** Null if the message was deleted, or is not spoken. */
function findSpoken(send: Send, messageId: string, deps: BotDeps): Promise<Spoken | null> {
  const ref = chatRef(send)
  return inWorkspace(deps, async (db, workspaceId) => {
    const words = await findQuestionMessage(db, workspaceId, ref, messageId)
    const chat = words && (await findChat(db, workspaceId, ref))
    if (words === null || !chat) return null
    const place = { workspaceId, chatId: chat.id, topic: words.topic }
    const found = await listMedia(db, place, [messageId])
    const media = found.get(messageId)?.find(({ kind }) => SPOKEN.test(kind))
    return media === undefined ? null : { media, text: words.text, sentAt: words.sentAt }
  })
}
