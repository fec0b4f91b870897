import type { Method } from '../method.ts'
import * as chats from './chats.ts'
import * as commands from './commands.ts'
import * as messages from './messages.ts'
import * as updates from './updates.ts'

/** Every method the server knows, by its name in small letters: the real one does not mind case. */
export const METHODS: ReadonlyMap<string, Method> = new Map(
  Object.entries({ ...chats, ...commands, ...messages, ...updates }).map(([name, method]) => [
    name.toLowerCase(),
    method,
  ]),
)
