import type { Message, User } from 'grammy/types'
import { changeBot } from './group.ts'
import { edit, type SayOptions, say } from './speak.ts'
import { addChat, type World } from './world.ts'

/** Somebody with an account, and their chat with the bot. */
export type Person = User & { readonly private: PrivateChat }

export type PrivateChat = {
  readonly id: number
  say(text: string, options?: SayOptions): Message
  edit(message: { readonly message_id: number }, text: string, at?: Date): Message
  block(): void
  unblock(): void
}

export type PersonOptions = Partial<
  Pick<User, 'username' | 'last_name' | 'language_code' | 'is_bot'>
>

/** A new person. Their chat with the bot is there only once they wrote to it: bots cannot begin. */
export function createPerson(world: World, name: string, options: PersonOptions = {}): Person {
  const user: User = {
    id: 500_000_000 + world.nextNumber(),
    is_bot: false,
    first_name: name,
    ...options,
  }
  world.people.set(user.id, user)
  const state = () =>
    world.chats.get(user.id) ??
    addChat(
      world,
      {
        id: user.id,
        type: 'private',
        first_name: name,
        ...(user.last_name !== undefined && { last_name: user.last_name }),
        ...(user.username !== undefined && { username: user.username }),
      },
      'member',
    )
  const chat: PrivateChat = {
    id: user.id,
    say: (text, options) => say(world, state(), user, text, options),
    edit: (message, text, at) => edit(world, state(), message, text, at),
    block: () => changeBot(world, state(), user, 'blocked'),
    unblock: () => changeBot(world, state(), user, 'member'),
  }
  // Not a field of the account: what the bot is sent must not hold it.
  return Object.defineProperty({ ...user, private: chat }, 'private', { enumerable: false })
}
