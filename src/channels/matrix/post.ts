import { createHash, randomUUID } from 'node:crypto'
import type { Button, Formatted, Posted, PostTarget, SendFailure, SentMessage } from '../channel.ts'
import { classifyMatrixError } from './classify-error.ts'
import { type MatrixClient, MatrixError, matrixPath } from './client.ts'
import { editContent, messageContent, reactionContent } from './event-content.ts'
import { type JsonObject, listIn } from './json.ts'
import { eventIdIn } from './matrix-event.ts'
import type { MatrixRooms } from './rooms.ts'

type PostDeps = { readonly client: MatrixClient; readonly rooms: MatrixRooms }

/** Sends one message, once: the homeserver recognises its key when it is repeated. */
export async function postToMatrix(
  target: PostTarget,
  message: Formatted,
  { client, rooms }: PostDeps,
): Promise<Posted> {
  const { chat, replyTo, key } = target
  const asker = replyTo === null ? null : rooms.senderOf(chat, replyTo)
  const content = messageContent(target, message, asker)
  const send: SendEvent = { room: chat, type: 'm.room.message', key: transactionOf(key), content }
  const posted = await sendEvent(client, send)
  if (posted.kind === 'sent') await showButtons(client, chat, posted.messageId, message.buttons)
  return posted
}

/** Replaces the text of a message that was sent. */
export async function editInMatrix(
  { chat, messageId }: SentMessage,
  message: Formatted,
  client: MatrixClient,
): Promise<Posted> {
  const content = editContent(messageId, message)
  const send: SendEvent = { room: chat, type: 'm.room.message', key: randomUUID(), content }
  const posted = await sendEvent(client, send)
  if (posted.kind !== 'sent') return posted
  await showButtons(client, chat, messageId, message.buttons)
  return { kind: 'sent', messageId }
}

/** Adds the bot's reaction to a message. */
export async function reactInMatrix(
  { chat, messageId }: SentMessage,
  key: string,
  client: MatrixClient,
): Promise<Posted> {
  const content = reactionContent(messageId, key)
  const transaction = transactionOf(`${messageId} ${key}`)
  const send: SendEvent = { room: chat, type: 'm.reaction', key: transaction, content }
  const posted = await sendEvent(client, send)
  const isThere = posted.kind === 'refused' && posted.problem.endsWith('M_DUPLICATE_ANNOTATION')
  return posted.kind === 'sent' || isThere ? { kind: 'sent', messageId } : posted
}

type SendEvent = {
  readonly room: string
  readonly type: 'm.room.message' | 'm.reaction'
  /** The transaction id. */
  readonly key: string
  readonly content: JsonObject
}

/** Sends an event under a transaction id. */
export async function sendEvent(
  client: MatrixClient,
  { room, type, key, content }: SendEvent,
): Promise<Posted> {
  try {
    const response = await client.put(matrixPath('rooms', room, 'send', type, key), {
      body: content,
    })
    const messageId = eventIdIn(response, 'event_id')
    if (messageId !== null) return { kind: 'sent', messageId }
    throw new MatrixError({ status: null, code: 'no event id', retryAfterMs: null })
  } catch (error) {
    const failure = classifyMatrixError(error)
    if (failure === null) throw error
    return failure.kind === 'refused' ? withPlace(failure, room, client) : failure
  }
}

/** A reaction of the bot for each button: clients show it under the message, and a click presses it. */
async function showButtons(
  client: MatrixClient,
  chat: string,
  messageId: string,
  buttons: readonly Button[],
): Promise<void> {
  for (const { label } of buttons) {
    // Without it the message is complete: the same is reached by a command.
    await reactInMatrix({ chat, topic: null, messageId }, label, client).catch(() => undefined)
  }
}

/** Adds whether the bot is still a member: the homeserver refuses muted and removed members with the same code. */
async function withPlace(
  failure: Extract<SendFailure, { kind: 'refused' }>,
  room: string,
  client: MatrixClient,
): Promise<SendFailure> {
  if (failure.status !== 403 && failure.status !== 404) return failure
  try {
    const rooms = listIn(await client.get('/joined_rooms'), 'joined_rooms')
    return { ...failure, isGone: !rooms.includes(room) }
  } catch {
    return failure
  }
}

/** A transaction id for a key of any characters and length. */
function transactionOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}
