import { administratorsOf, memberOf } from '../members.ts'
import { findChat, findOpenChat, type Method } from '../method.ts'
import { integerOr, textOr } from '../parameters.ts'
import { badRequest } from '../refusal.ts'

const ACTIONS = [
  'typing',
  'upload_photo',
  'record_video',
  'upload_video',
  'record_voice',
  'upload_voice',
  'upload_document',
  'choose_sticker',
  'find_location',
  'record_video_note',
  'upload_video_note',
]

/** Who the bot is. */
export const getMe: Method = ({ world }) => world.me

/** What is known of a chat; less than the real one tells. */
export const getChat: Method = (call) => {
  const { chat } = findOpenChat(call)
  return {
    ...chat,
    accent_color_id: 0,
    max_reaction_count: 11,
    accepted_gift_types: {
      unlimited_gifts: false,
      limited_gifts: false,
      unique_gifts: false,
      premium_subscription: false,
    },
  }
}

/** What somebody is in a chat. */
export const getChatMember: Method = (call) =>
  memberOf(call.world, findOpenChat(call), integerOr(call.parameters, 'user_id', 0))

/** How many are in a chat, the bot among them. */
export const getChatMemberCount: Method = (call) => findOpenChat(call).members.size + 1

/** Who runs a chat. */
export const getChatAdministrators: Method = (call) => {
  const state = findOpenChat(call)
  if (state.chat.type === 'private') {
    throw badRequest('there are no administrators in the private chat')
  }
  return administratorsOf(call.world, state)
}

/** Shows that the bot is busy. */
export const sendChatAction: Method = (call) => {
  const { chat, topics } = findOpenChat(call)
  const action = textOr(call.parameters, 'action').toLowerCase()
  if (!ACTIONS.includes(action)) throw badRequest('wrong parameter action in request')
  const topic = integerOr(call.parameters, 'message_thread_id', 0)
  if (topic !== 0 && !topics.has(topic)) throw badRequest('message thread not found')
  call.records.actions.push({
    chatId: chat.id,
    topic: topic || null,
    action,
    at: call.world.now(),
  })
  return true
}

/** The bot goes. */
export const leaveChat: Method = (call) => {
  const state = findChat(call)
  if (state.chat.type === 'private')
    throw badRequest("chat member status can't be changed in private chats")
  state.bot = 'left'
  return true
}

/** Where a file can be fetched. */
export const getFile: Method = ({ world, parameters }) => {
  const id = textOr(parameters, 'file_id')
  if (id === '') throw badRequest('file_id not specified')
  const file = world.files.get(id)
  if (!file) throw badRequest('invalid file_id')
  if (file.size > MAX_DOWNLOAD_BYTES) throw badRequest('file is too big')
  return {
    file_id: file.id,
    file_unique_id: `AQAD${file.id.slice(-12)}`,
    file_size: file.size,
    file_path: file.path,
  }
}
const MAX_DOWNLOAD_BYTES = 20 * 1024 * 1024
