import { isDeepStrictEqual } from 'node:util'
import type { InlineKeyboardMarkup, Message } from 'grammy/types'
import { keepFile } from '../media.ts'
import { findOpenChat, type Method, type MethodCall } from '../method.ts'
import { integerOr, isObject, structureOf, textOr } from '../parameters.ts'
import type { Formatted } from '../parse-html.ts'
import { badRequest } from '../refusal.ts'
import type { Outgoing } from '../sent.ts'
import { type ChatState, unixTime } from '../world.ts'
import { readCaption, readKeyboard, readPlace, readText } from './read-wish.ts'

const OWN_DELETE_SECONDS = 48 * 60 * 60
const NOT_MODIFIED =
  'message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message'

/** Writes a message into a chat. */
export const sendMessage: Method = (call) => {
  const state = findOpenChat(call)
  return put(call, state, textFields(readText(call)))
}

/** Sends a file: uploaded now, or one the server has already. */
export const sendDocument: Method = (call) => {
  const state = findOpenChat(call)
  const { text, entities } = readCaption(call)
  const wish = textOr(call.parameters, 'document')
  const upload =
    call.parameters.uploads.get(wish.replace('attach://', '')) ??
    call.parameters.uploads.get('document')
  const file = upload
    ? keepFile(call.world, { kind: 'document', ...upload })
    : call.world.files.get(wish)
  if (!file) throw badRequest('wrong file identifier/HTTP URL specified')
  return put(call, state, {
    document: {
      file_id: file.id,
      file_unique_id: `AQAD${file.id.slice(-12)}`,
      file_name: upload?.name ?? file.path,
      file_size: file.size,
    },
    ...(text !== '' && { caption: text }),
    ...(entities.length > 0 && { caption_entities: entities }),
  })
}

/** Changes a message of the bot; buttons that are not named again go. */
export const editMessageText: Method = (call) => {
  const { state, outgoing } = findOwn(call)
  if (outgoing.message.text === undefined) {
    throw badRequest('there is no text in the message to edit')
  }
  const fields = textFields(readText(call))
  const { text: _, entities: __, ...rest } = outgoing.message
  return change(call, state, outgoing, { ...rest, ...fields }, readKeyboard(call))
}

/** Changes the buttons of a message of the bot. */
export const editMessageReplyMarkup: Method = (call) => {
  const { state, outgoing } = findOwn(call)
  return change(call, state, outgoing, outgoing.message, readKeyboard(call))
}

/** Takes a message away: the bot's own for two days, those of others as an administrator. */
export const deleteMessage: Method = (call) => {
  const state = findOpenChat(call)
  const id = integerOr(call.parameters, 'message_id', 0)
  const message = state.messages.get(id)
  if (!message) throw badRequest('message to delete not found')
  const outgoing = findOutgoing(call, message)
  const isOld = unixTime(call.world.now()) - message.date > OWN_DELETE_SECONDS
  if (state.bot !== 'administrator' && (!outgoing || isOld)) {
    throw badRequest("message can't be deleted")
  }
  state.messages.delete(id)
  if (outgoing) outgoing.isDeleted = true
  return true
}

/** Puts an emoji below a message, or takes it away. */
export const setMessageReaction: Method = (call) => {
  const state = findOpenChat(call)
  const id = integerOr(call.parameters, 'message_id', 0)
  if (!state.messages.has(id)) throw badRequest('message to react not found')
  const reactions = structureOf(call.parameters, 'reaction') ?? []
  const isEmoji = (item: unknown) => isObject(item) && item.type === 'emoji'
  if (!Array.isArray(reactions) || !reactions.every(isEmoji) || reactions.length > 1) {
    throw badRequest('REACTION_INVALID')
  }
  return true
}

const textFields = ({ text, entities }: Formatted): Partial<Message> => ({
  text,
  ...(entities.length > 0 && { entities }),
})

function put(call: MethodCall, state: ChatState, content: Partial<Message>): Message {
  const { world } = call
  const keyboard = readKeyboard(call)
  const place = readPlace(call, state)
  const { chat } = state
  const message: Message = {
    message_id: state.nextMessageId(),
    date: unixTime(world.now()),
    chat,
    ...(chat.type === 'channel' ? { sender_chat: chat } : { from: accountOf(call) }),
    ...place,
    ...content,
    ...(keyboard && { reply_markup: keyboard }),
  }
  state.messages.set(message.message_id, message)
  state.lastBot = world.me.id
  world.outgoing.push({
    message,
    at: world.now(),
    html: htmlOf(call),
    edits: [],
    isDeleted: false,
  })
  return message
}

function change(
  call: MethodCall,
  state: ChatState,
  outgoing: Outgoing,
  changed: Message,
  keyboard: InlineKeyboardMarkup | undefined,
): Message {
  const { edit_date: _, reply_markup: __, ...before } = outgoing.message
  const { edit_date: ___, reply_markup: ____, ...after } = changed
  const isSame =
    isDeepStrictEqual(before, after) && isDeepStrictEqual(outgoing.message.reply_markup, keyboard)
  if (isSame) throw badRequest(NOT_MODIFIED)
  const message: Message = {
    ...after,
    edit_date: unixTime(call.world.now()),
    ...(keyboard && { reply_markup: keyboard }),
  }
  state.messages.set(message.message_id, message)
  outgoing.message = message
  outgoing.html = htmlOf(call)
  outgoing.edits.push({ text: message.text ?? message.caption ?? '', at: call.world.now() })
  return message
}

const htmlOf = ({ parameters }: MethodCall) =>
  textOr(parameters, 'parse_mode').toLowerCase() === 'html'
    ? textOr(parameters, 'text', textOr(parameters, 'caption'))
    : null

/** The bot as others see it: without what only getMe tells. */
function accountOf({ world: { me } }: MethodCall) {
  return { id: me.id, is_bot: true, first_name: me.first_name, username: me.username }
}

function findOwn(call: MethodCall): { state: ChatState; outgoing: Outgoing } {
  const state = findOpenChat(call)
  const message = state.messages.get(integerOr(call.parameters, 'message_id', 0))
  if (!message) throw badRequest('message to edit not found')
  const outgoing = findOutgoing(call, message)
  if (!outgoing) throw badRequest("message can't be edited")
  return { state, outgoing }
}

const findOutgoing = ({ world }: MethodCall, { chat, message_id }: Message) =>
  world.outgoing.find(
    ({ message }) => message.chat.id === chat.id && message.message_id === message_id,
  )
