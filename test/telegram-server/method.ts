import type { BotCommand, Message } from 'grammy/types'
import type { Parameters } from './parameters.ts'
import { textOr } from './parameters.ts'
import { badRequest, Refusal } from './refusal.ts'
import type { ChatState, World } from './world.ts'

/** What a method works on. */
export type MethodCall = {
  readonly world: World
  readonly records: Records
  readonly parameters: Parameters
  /** Aborted when the caller leaves before it is answered. */
  readonly gone: AbortSignal
}
/** A method of the Bot API: a result, or a thrown refusal. */
export type Method = (call: MethodCall) => unknown

/** What the bot did besides writing messages. */
export type Records = {
  readonly actions: ChatAction[]
  readonly commands: Map<string, readonly BotCommand[]>
  /** Presses of buttons, by the id of their query. */
  readonly presses: Map<string, Press>
  readonly webhook: Webhook
}
export type ChatAction = {
  readonly chatId: number
  readonly topic: number | null
  readonly action: string
  readonly at: Date
}
export type Press = {
  readonly id: string
  readonly at: Date
  readonly message: Message
  /** What the bot said to it; null until it did. */
  answer: { readonly text: string; readonly isAlert: boolean; readonly at: Date } | null
}
export type Webhook = {
  url: string
  secret: string
  lastError: { readonly at: Date; readonly message: string } | null
  /** Told when the address changed. */
  changed: () => void
}

/** The chat a call names, whatever the bot may do there. */
export function findChat({ world, parameters }: MethodCall): ChatState {
  const id = textOr(parameters, 'chat_id')
  if (id === '') throw badRequest('chat_id is empty')
  const state = id.startsWith('@')
    ? [...world.chats.values()].find(({ chat }) => chat.username === id.slice(1))
    : world.chats.get(Number(id))
  if (!state) throw badRequest('chat not found')
  return state
}

/** The chat a call names, if the bot is in it. */
export function findOpenChat(call: MethodCall): ChatState {
  const state = findChat(call)
  const kind = state.chat.type
  if (state.migratedTo !== null) {
    throw badRequest('group chat was upgraded to a supergroup chat', {
      migrate_to_chat_id: state.migratedTo,
    })
  }
  switch (state.bot) {
    case 'kicked':
      throw new Refusal(403, `Forbidden: bot was kicked from the ${kind} chat`)
    case 'left':
      throw new Refusal(403, `Forbidden: bot is not a member of the ${kind} chat`)
    case 'blocked':
      throw new Refusal(403, 'Forbidden: bot was blocked by the user')
    default:
      return state
  }
}
