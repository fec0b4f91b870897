import type { User } from 'grammy/types'
import type { Press, Records } from './method.ts'
import type { Sent } from './sent.ts'
import { findMessage } from './speak.ts'
import type { World } from './world.ts'

/** Somebody presses a button below a message of the bot, as it is now. */
export function pressButton(
  world: World,
  records: Records,
  { chatId, messageId }: Pick<Sent, 'chatId' | 'messageId'>,
  wanted: string,
  by: User,
): Press {
  const state = world.chats.get(chatId)
  if (!state) throw new Error(`There is no chat ${chatId}.`)
  const message = findMessage(state, messageId)
  const buttons = (message.reply_markup?.inline_keyboard ?? []).flat()
  const button = buttons.find(({ text }) => text === wanted)
  if (!button || !('callback_data' in button)) {
    const there = buttons.map(({ text }) => text).join(', ')
    throw new Error(`No button "${wanted}" to press; there is: ${there || 'none'}.`)
  }
  const id = `44${String(world.nextNumber()).padStart(16, '0')}`
  const press: Press = { id, at: world.now(), message, answer: null }
  records.presses.set(id, press)
  world.queue.add({
    callback_query: {
      id,
      from: by,
      message,
      chat_instance: String(chatId * 31),
      data: button.callback_data,
    },
  })
  return press
}
