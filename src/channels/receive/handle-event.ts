import { updateBotStatus } from '../../db/channels/bots.ts'
import { enqueueSend, findSendBy } from '../../db/channels/outbox.ts'
import { findAlbum } from '../../db/messages/albums.ts'
import { isAnswer, type PendingSend } from '../../domain/channels/send.ts'
import { isAppError } from '../../domain/errors.ts'
import type { Delivery, IncomingMessage } from '../../domain/message.ts'
import { asksNothing } from '../../text/asks-nothing.ts'
import { answerTopic } from '../answer-topic.ts'
import type {
  ButtonEvent,
  ChannelEvent,
  MembershipEvent,
  MessageEvent,
  ReactionsEvent,
} from '../channel-event.ts'
import { type ChatRules, rulesOf } from '../chat-rules.ts'
import { isCommandOfOurs } from '../commands/commands.ts'
import { type BotDeps, inWorkspace, isAllowed } from '../deps.ts'
import { followMove } from '../follow-move.ts'
import type { HearingRecorder } from '../hearing.ts'
import { readReminderRequest } from '../reminders/read-reminder.ts'
import { remindCommand } from '../reminders/remind-command.ts'
import { isSpoken, transcriptOf } from '../voice/transcribe-voice.ts'
import { joinAlbum } from './join-album.ts'
import { storeDeleted } from './store-deleted.ts'
import { stripBotName } from './strip-bot-name.ts'

export type HandleDeps = BotDeps & { readonly heard: HearingRecorder }

/**
 * Handles one event: stores the message and enqueues the reply. Idempotent: every row it writes is identified by the
 * channel's own ids.
 */
export async function handleEvent(event: ChannelEvent, deps: HandleDeps): Promise<void> {
  switch (event.kind) {
    case 'message':
      return event.isEdit ? handleEdit(event, deps) : handleMessage(event, deps)
    case 'delete':
      return handleDelete(event, deps)
    case 'reactions':
      return handleReactions(event, deps)
    case 'button':
      return handleButton(event, deps)
    case 'membership':
      return handleMembership(event, deps)
    case 'moved':
      return followMove(event, deps)
  }
}

async function handleMessage(event: MessageEvent, deps: HandleDeps): Promise<void> {
  const { delivery, command, isAddressed, movedFrom } = event
  const { externalId: chat, kind } = delivery.chat
  const [message] = delivery.messages
  if (message === undefined) return
  if (movedFrom !== null) await followMove({ from: movedFrom, to: chat }, deps)
  const rules = await rulesOf(chat, deps)
  let storedAs = message.externalId
  if (rules.mayReceiveFrom || command !== null) {
    storedAs = (await storeDelivery(await withKnownParent(event, deps), deps)) ?? storedAs
  }
  await deps.heard.note(event)
  const asked = { command, isAddressed, isGroup: kind === 'group' }
  const pending = isAddressed
    ? await pendingReply(message, asked, rules, deps)
    : pendingSendFor(message, asked, rules)
  // First, so that an answer knows what was said.
  if (deps.transcribe !== null && rules.mayReceiveFrom && isSpoken(message)) {
    await enqueueAll([transcriptOf(message, { chat, isGroup: kind === 'group' })], deps)
  }
  if (pending === null || !mayAnswer(event, deps)) return
  const cause = `m:${chat}:${storedAs}`
  const send = { ...pending, cause, chat, messageId: storedAs }
  await enqueueAll([{ ...send, topic: answerTopic(send, deps.channel) }], deps)
}

/** What a mention gets: a reaction where it asks nothing, the reply of a command where it asks for a reminder, an answer. */
async function pendingReply(
  message: IncomingMessage,
  asked: Asked,
  rules: ChatRules,
  { channel, me, settings }: HandleDeps,
): Promise<NewSend | null> {
  const pending = pendingSendFor(message, asked, rules)
  if (pending?.kind !== 'answer') return pending
  const text = stripBotName(message.text, me, settings.names)
  if (channel.react !== null && asksNothing(text)) {
    return { ...pending, kind: 'reaction', detail: ACKNOWLEDGEMENT }
  }
  const clock = { saidAt: message.sentAt, timeZone: rules.timeZone ?? settings.timeZone }
  const reminder = await readReminderRequest(text, clock)
  // "Remind me what we decided" is a question.
  const isReminder = reminder !== null && reminder.kind !== 'no_time'
  return isReminder ? { ...pending, kind: 'command', detail: remindCommand.name } : pending
}

type Asked = Pick<MessageEvent, 'command' | 'isAddressed'> & { readonly isGroup: boolean }
type NewSend = Omit<PendingSend, 'cause' | 'chat' | 'messageId'>

const ACKNOWLEDGEMENT = '👍'

/** The send to enqueue for a message, without its place; null for none. */
function pendingSendFor(
  { topic, author }: IncomingMessage,
  asked: Asked,
  rules: ChatRules,
): NewSend | null {
  const { command, isAddressed, isGroup } = asked
  const shared = { isGroup, topic, person: author.externalId }
  if (command !== null) {
    const isOurs = isCommandOfOurs(command)
    return isOurs || !isGroup
      ? { ...shared, kind: 'command', detail: isOurs ? command : 'help' }
      : null
  }
  if (!isAddressed) return null
  return rules.mayReceiveFrom
    ? { ...shared, kind: 'answer', detail: null }
    : { ...shared, kind: 'command', detail: 'deaf' }
}

function mayAnswer({ chatNames, authorNames }: MessageEvent, { settings }: HandleDeps): boolean {
  return (
    isAllowed(settings.mayAnswerIn, ...chatNames) && isAllowed(settings.mayAnswer, ...authorNames)
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
  { delivery, parent }: MessageEvent,
  deps: HandleDeps,
): Promise<Delivery> {
  if (parent === null || (parent.album === null && !parent.isOwn)) return delivery
  return inWorkspace(deps, async (db, workspaceId) => {
    const change = (fields: Partial<IncomingMessage>) => ({
      ...delivery,
      messages: delivery.messages.map((one) => ({ ...one, ...fields })),
    })
    if (parent.album !== null) {
      const kept = await findAlbum(db, workspaceId, delivery.chat, parent.album)
      return kept === null ? delivery : change({ replyTo: kept.externalId })
    }
    const { channel, externalId: chat } = delivery.chat
    const sent = await findSendBy(db, workspaceId, { channel, chat, messageId: parent.messageId })
    const isNotice = sent !== null && !isAnswer(sent.kind)
    return isNotice ? change({ contextSnapshot: null, quote: null, raw: null }) : delivery
  })
}

/** An edit of a message that was never received is stored as a new message with its current text. */
async function handleEdit({ delivery }: MessageEvent, deps: HandleDeps): Promise<void> {
  const rules = await rulesOf(delivery.chat.externalId, deps)
  const [edited] = delivery.messages
  if (!rules.mayReceiveFrom || edited === undefined) return
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

async function handleDelete(
  { chat, messageIds }: Extract<ChannelEvent, { kind: 'delete' }>,
  deps: HandleDeps,
): Promise<void> {
  const { channel } = deps.bot
  for (const messageId of messageIds) {
    try {
      await deps.engine.delete(deps.principal, { channel, externalId: chat, messageId })
    } catch (error) {
      if (!isAppError(error, 'message_not_found', 'chat_not_found')) throw error
      await storeDeleted(chat, messageId, deps)
    }
  }
}

/** Reactions to messages that are not stored are ignored. */
async function handleReactions(event: ReactionsEvent, deps: HandleDeps): Promise<void> {
  const { chat, messageId, reactions } = event
  const target = { channel: deps.bot.channel, externalId: chat, messageId }
  await deps.engine.setReactions(deps.principal, target, reactions)
}

async function handleMembership(event: MembershipEvent, deps: HandleDeps): Promise<void> {
  const { chat, title, isGroup, status, at, hasJoined } = event
  await inWorkspace(deps, (db, workspaceId) =>
    updateBotStatus(db, workspaceId, deps.bot, { chat, title, isGroup }, { status, at }),
  )
  deps.heard.forget(chat)
  if (!hasJoined || !isAllowed(deps.settings.mayAnswerIn, chat)) return
  const greeting = {
    kind: 'greeting',
    cause: `g:${chat}:${Math.floor(at.getTime() / 1_000)}`,
    detail: null,
    chat,
    isGroup,
    topic: null,
    messageId: null,
    person: null,
  } as const
  await enqueueAll([greeting], deps)
}

async function handleButton(event: ButtonEvent, deps: HandleDeps): Promise<void> {
  void event.acknowledge().catch(() => undefined)
  const { action, chat, isGroup, topic, messageId, person } = event
  const pressed = {
    kind: 'button',
    // Once for each answer, however often it is pressed; other buttons once for each person.
    cause: action.startsWith('why:')
      ? `b:${chat}:${action}`
      : `b:${chat}:${messageId}:${action}:${person}`,
    detail: action,
    ...{ chat, isGroup, topic, messageId, person },
  } as const
  await enqueueAll([pressed], deps)
}

function enqueueAll(pending: readonly PendingSend[], deps: HandleDeps): Promise<void> {
  return inWorkspace(deps, (db, workspaceId) =>
    enqueueSend(db, workspaceId, deps.bot, pending, deps.now()),
  )
}
