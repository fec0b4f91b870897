import type { Message } from 'grammy/types'
import { UPDATE_KINDS } from '../../src/channels/telegram/listen.ts'
import type { Group } from '../telegram-server/group.ts'
import type { Person } from '../telegram-server/person.ts'
import type { Sent } from '../telegram-server/sent.ts'
import { startTelegramServer, type TelegramServer } from '../telegram-server/telegram-server.ts'
import type { BotMessage, Platform, PlatformPerson, Room, SayOptions } from './platform.ts'

/** A Telegram on this machine, as a platform among others. */
export async function startTelegramPlatform(): Promise<Platform> {
  let ahead = 0
  // Telegram forgets updates that are older than a day: its clock follows what is said.
  const now = () => new Date(Date.now() + ahead)
  const setClock = (at: Date) => {
    ahead = at.getTime() - Date.now()
  }
  const telegram = await startTelegramServer({ now })
  const accounts = new Map<string, Person>()
  const latest = () => newestOf(telegram)
  const accountOf = ({ id }: PlatformPerson) => {
    const account = accounts.get(id)
    if (account === undefined) throw new Error(`No such person: ${id}`)
    return account
  }
  const roomOf = (id: number, chat: Pick<Group, 'say' | 'edit' | 'delete'>): Room => ({
    id: String(id),
    say: (author, text, { replyTo, at, topic }: SayOptions = {}) => {
      setClock(at ?? new Date())
      const message = chat.say(accountOf(author), text, {
        ...(at !== undefined && { at }),
        ...(replyTo !== undefined && { replyTo: { message_id: Number(replyTo.id) } }),
        ...(topic !== undefined && { topic: Number(topic) }),
      })
      return { chat: String(id), topic: topic ?? null, id: String(message.message_id) }
    },
    edit: (message, text) => void chat.edit({ message_id: Number(message.id) }, text),
    delete: (message) => chat.delete({ message_id: Number(message.id) }),
    openThread: () => null,
    command: (author, name, args = '') => {
      setClock(new Date())
      chat.say(accountOf(author), `/${name} ${args}`.trim())
    },
  })
  return {
    channel: 'telegram',
    env: { EARSHOT_TELEGRAM_TOKEN: telegram.token, EARSHOT_TELEGRAM_API_ROOT: telegram.url },
    mention: `@${telegram.me.username}`,
    tellsDeletions: false,
    person: (name) => {
      const account = telegram.person(name)
      accounts.set(String(account.id), account)
      return { id: String(account.id), name }
    },
    room: (title, members) => {
      const group = telegram.group(title, members.map(accountOf))
      return roomOf(group.id, group)
    },
    direct: (person) => {
      const { private: chat } = accountOf(person)
      const say: Group['say'] = (_author, text, options) => chat.say(text, options)
      return roomOf(chat.id, { say, edit: chat.edit, delete: () => undefined })
    },
    messages: () =>
      [...latest().values()].map((message) => ({
        chat: String(message.chat.id),
        topic: null,
        id: String(message.message_id),
        text: message.text ?? '',
        isDeleted: false,
      })),
    sent: (chat) => telegram.sent(chat === undefined ? undefined : Number(chat)).map(toBotMessage),
    press: (person, message, label) => {
      const target = { chatId: Number(message.chat), messageId: Number(message.id) }
      telegram.press(target, label, accountOf(person))
    },
    pending: () => telegram.pending().length,
    violations: telegram.violations,
    until: telegram.until,
    holdSend: (when) => {
      const fault = telegram.fault({ method: 'sendMessage', kind: 'hang', when })
      return {
        reached: fault.reached,
        release: () => {
          fault.clear()
          fault.release()
        },
      }
    },
    troubles: {},
    stop: telegram.stop,
  }
}

function toBotMessage({ chatId, messageId, topic, replyTo, text, buttons }: Sent): BotMessage {
  return {
    chat: String(chatId),
    topic: topic === null ? null : String(topic),
    id: String(messageId),
    text,
    replyTo: replyTo === null ? null : String(replyTo),
    buttons: buttons.flat().map((button) => button.text),
  }
}

/** Each message that was handed to the bot, as it was last said. */
function newestOf(telegram: TelegramServer): Map<string, Message> {
  const newest = new Map<string, Message>()
  for (const update of telegram.confirmed) {
    for (const kind of UPDATE_KINDS) {
      const message = update[kind]
      if (message === undefined || !('message_id' in message)) continue
      newest.set(`${message.chat.id}/${message.message_id}`, message as Message)
    }
  }
  return newest
}
