import type { CallbackQuery, ChatMemberUpdated, Message, Update } from 'grammy/types'
import { enqueueSend, findSendBy } from '../../../db/channels/outbox.ts'
import { updateBotStatus } from '../../../db/channels/telegram-chats.ts'
import { findAlbum } from '../../../db/messages/albums.ts'
import { isAppError } from '../../../domain/errors.ts'
import type { Delivery, IncomingMessage } from '../../../domain/message.ts'
import type { PendingSend } from '../../../domain/send.ts'
import { type ChatRules, rulesOf } from '../chat-rules.ts'
import { isCommandOfOurs } from '../commands/commands.ts'
import { type BotDeps, CHANNEL, inWorkspace, isAllowed } from '../deps.ts'
import { followMove } from '../follow-move.ts'
import { addressedBy } from '../read/addressed-by.ts'
import { readCommand } from '../read/read-command.ts'
import { readMessage } from '../read/read-message.ts'
import type { PrivacyModeRecorder } from '../record-privacy-mode.ts'
import { joinAlbum } from './join-album.ts'

export type HandleDeps = BotDeps & { readonly heard: PrivacyModeRecorder }

/**
 * Handles one update, or all updates of an album: stores the message and enqueues the reply. Idempotent:
 * every row it writes is identified by the channel's own ids.
 */
export async function handleUpdate(
  updates: readonly [Update, ...Update[]],
  deps: HandleDeps,
): Promise<void> {
  const [update] = updates
  const edited = update.edited_message ?? update.edited_channel_post
  if (edited !== undefined) return handleEdit(edited, deps)
  if (update.my_chat_member !== undefined) return handleStatus(update.my_chat_member, deps)
  if (update.callback_query !== undefined) return handleButton(update.callback_query, deps)
  const said = updates.flatMap((one): Message[] => {
    const message = one.message ?? one.channel_post
    return message === undefined ? [] : [message]
  })
  const [first, ...rest] = inOrder(said)
  if (first !== undefined) await handleMessage(first, rest, deps)
}

/** Each picture once, by Telegram's ids: an album is stored under the id of its first. */
function inOrder(messages: readonly Message[]): Message[] {
  const each = new Map(messages.map((one) => [one.message_id, one]))
  return [...each.values()].toSorted((a, b) => a.message_id - b.message_id)
}

async function handleMessage(message: Message, more: readonly Message[], deps: HandleDeps) {
  if (await followMove(message, deps)) return
  const command = readCommand(message, deps.me)
  const rules = await rulesOf(String(message.chat.id), deps)
  let storedAs = String(message.message_id)
  if (rules.mayReceiveFrom || command !== null) {
    const delivery = readMessage(message, { album: [message, ...more] })
    const album = await storeDelivery(await withKnownParent(delivery, message, deps), deps)
    storedAs = album ?? storedAs
  }
  // The caption of an album may stand under any of its pictures.
  const isAddressed =
    command === null &&
    [message, ...more].some((one) => addressedBy(one, deps.me, deps.settings) !== null)
  await deps.heard.note(message, isAddressed || command !== null)
  const pending = pendingSendFor(
    message,
    { storedAs, command: command?.name ?? null, isAddressed },
    rules,
  )
  const mayAsk = pending !== null && maySpeakTo(message, deps)
  if (mayAsk) await enqueueAll([pending], deps)
}

/** The send to enqueue for a message; null for none. */
function pendingSendFor(
  message: Message,
  {
    storedAs,
    command,
    isAddressed,
  }: { readonly storedAs: string; readonly command: string | null; readonly isAddressed: boolean },
  rules: ChatRules,
): PendingSend | null {
  const isPrivate = message.chat.type === 'private'
  const speaker = message.sender_chat ?? message.from
  const shared = {
    cause: `m:${message.chat.id}:${storedAs}`,
    chat: String(message.chat.id),
    topic: message.is_topic_message ? String(message.message_thread_id) : null,
    messageId: storedAs,
    person: speaker === undefined ? null : String(speaker.id),
  }
  if (command !== null) {
    const isOurs = isCommandOfOurs(command)
    return isOurs || isPrivate
      ? { ...shared, kind: 'command', detail: isOurs ? command : 'help' }
      : null
  }
  if (!isAddressed) return null
  return rules.mayReceiveFrom
    ? { ...shared, kind: 'answer', detail: null }
    : { ...shared, kind: 'command', detail: 'deaf' }
}

function maySpeakTo({ chat, from, sender_chat }: Message, { settings }: HandleDeps): boolean {
  const names = [from?.id, sender_chat?.id].map((id) => (id === undefined ? null : String(id)))
  return (
    isAllowed(settings.mayAnswerIn, String(chat.id), chat.username) &&
    isAllowed(settings.mayAnswer, ...names, from?.username)
  )
}

/** Pictures that come after their album was stored are added to it; returns the album's id then. */
async function storeDelivery(delivery: Delivery, deps: HandleDeps): Promise<string | null> {
  const album = await joinAlbum(delivery, deps)
  if (album === null) await deps.engine.receive(deps.principal, delivery)
  return album
}

/**
 * A reply to a picture of an album is a reply to the album. Of the bot's notices no copy is stored: they may
 * repeat messages that their authors want forgotten.
 */
async function withKnownParent(
  delivery: Delivery,
  { reply_to_message: parent }: Message,
  deps: HandleDeps,
): Promise<Delivery> {
  if (parent === undefined) return delivery
  const album = parent.media_group_id
  const isOwn = parent.from?.id === deps.me.id
  if (album === undefined && !isOwn) return delivery
  return inWorkspace(deps, async (db, workspaceId) => {
    const change = (fields: Partial<IncomingMessage>) => ({
      ...delivery,
      messages: delivery.messages.map((one) => ({ ...one, ...fields })),
    })
    if (album !== undefined) {
      const near = new Date(parent.date * 1_000)
      const kept = await findAlbum(db, workspaceId, delivery.chat, { album, near })
      return kept === null ? delivery : change({ replyTo: kept.externalId })
    }
    const place = { chat: delivery.chat.externalId, messageId: String(parent.message_id) }
    const sent = await findSendBy(db, workspaceId, place)
    const isSpeech = sent !== null && sent.kind !== 'answer'
    return isSpeech ? change({ contextSnapshot: null, quote: null, raw: null }) : delivery
  })
}

/** An edit of a message that was never received is stored as a new message with its current text. */
async function handleEdit(message: Message, deps: HandleDeps): Promise<void> {
  const rules = await rulesOf(String(message.chat.id), deps)
  if (!rules.mayReceiveFrom) return
  const delivery = readMessage(message, { album: [message] })
  const [edited] = delivery.messages
  if (edited === undefined) return
  const album = edited.media[0]?.album
  const kept =
    album === undefined
      ? null
      : await inWorkspace(deps, (db, workspaceId) =>
          findAlbum(db, workspaceId, delivery.chat, { album, near: edited.sentAt }),
        )
  const target = { ...delivery.chat, messageId: kept?.externalId ?? edited.externalId }
  const edit = { text: edited.text, editedAt: edited.editedAt ?? edited.sentAt }
  // A picture of an album without a caption does not clear the album's text.
  if (kept !== null && edit.text === '') return
  try {
    await deps.engine.edit(deps.principal, target, edit)
  } catch (error) {
    if (isAppError(error, 'message_deleted')) return
    if (!isAppError(error, 'message_not_found', 'chat_not_found')) throw error
    await deps.engine.receive(deps.principal, delivery)
  }
}

const INSIDE = new Set(['creator', 'administrator', 'member', 'restricted'])

async function handleStatus(changed: ChatMemberUpdated, deps: HandleDeps): Promise<void> {
  const { chat, old_chat_member: before, new_chat_member: after, date } = changed
  const isGroup = chat.type === 'group' || chat.type === 'supergroup'
  const seen = {
    bot: deps.bot,
    chat: String(chat.id),
    title: chat.title ?? null,
    isGroup: chat.type !== 'private',
  }
  const status = { status: after.status, at: new Date(date * 1_000) }
  await inWorkspace(deps, (db, workspaceId) => updateBotStatus(db, workspaceId, seen, status))
  deps.heard.forget(seen.chat)
  const hasJoined = !INSIDE.has(before.status) && INSIDE.has(after.status)
  if (!isGroup || !hasJoined || !isAllowed(deps.settings.mayAnswerIn, String(chat.id))) return
  const greeting = {
    kind: 'greeting',
    cause: `g:${chat.id}:${date}`,
    detail: null,
    chat: String(chat.id),
    topic: null,
    messageId: null,
    person: null,
  } as const
  await enqueueAll([greeting], deps)
}

/** The button's data is untrusted; the presser's id comes from Telegram. */
async function handleButton({ id, data, from, message }: CallbackQuery, deps: HandleDeps) {
  // Stops the button's progress indicator; nothing else depends on it.
  void deps.telegram.answerCallbackQuery({ callback_query_id: id }).catch(() => undefined)
  if (data === undefined || message === undefined || from.is_bot) return
  const topic = 'is_topic_message' in message && message.is_topic_message
  const pressed = {
    kind: 'button',
    // Once for each answer, however often it is pressed; other buttons once for each person.
    cause: data.startsWith('why:')
      ? `b:${message.chat.id}:${data}`
      : `b:${message.chat.id}:${message.message_id}:${data}:${from.id}`,
    detail: data,
    chat: String(message.chat.id),
    topic: topic ? String(message.message_thread_id) : null,
    messageId: String(message.message_id),
    person: String(from.id),
  } as const
  await enqueueAll([pressed], deps)
}

function enqueueAll(pending: readonly PendingSend[], deps: HandleDeps): Promise<void> {
  return inWorkspace(deps, (db, workspaceId) =>
    enqueueSend(db, workspaceId, { channel: CHANNEL, bot: deps.bot }, pending, deps.now()),
  )
}
