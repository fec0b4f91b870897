import type { BotCommand } from 'grammy/types'
import type { Method, MethodCall } from '../method.ts'
import { isObject, structureOf, textOr } from '../parameters.ts'
import { badRequest } from '../refusal.ts'

const MAX_COMMANDS = 100
const SCOPES: Readonly<Record<string, readonly string[]>> = {
  default: [],
  all_private_chats: [],
  all_group_chats: [],
  all_chat_administrators: [],
  chat: ['chat_id'],
  chat_administrators: ['chat_id'],
  chat_member: ['chat_id', 'user_id'],
}

/** Sets the menu of commands for one scope and language. */
export const setMyCommands: Method = (call) => {
  const commands = structureOf(call.parameters, 'commands')
  if (!Array.isArray(commands)) throw badRequest("can't parse commands JSON object")
  const key = keyOf(call)
  const read = commands.map(readCommand)
  if (read.length > MAX_COMMANDS) throw badRequest('BOT_COMMANDS_TOO_MUCH')
  call.records.commands.set(key, read)
  return true
}

/** The menu as it was set for exactly this scope and language. */
export const getMyCommands: Method = (call) => call.records.commands.get(keyOf(call)) ?? []

/** Takes a menu away, so that a wider scope's shows. */
export const deleteMyCommands: Method = (call) => {
  call.records.commands.delete(keyOf(call))
  return true
}

function readCommand(value: unknown): BotCommand {
  if (!isObject(value)) throw badRequest('expected an Object as BotCommand')
  const command = String(value.command ?? '')
    .trim()
    .replace(/^\//, '')
  const description = String(value.description ?? '').trim()
  if (command === '') throw badRequest('command must be non-empty')
  if (command.length > 32) throw badRequest('command length must not exceed 32')
  if (!/^[a-z0-9_]+$/.test(command)) throw badRequest('BOT_COMMAND_INVALID')
  if (description === '') throw badRequest('command description must be non-empty')
  if ([...description].length > 256) {
    throw badRequest('command description length must not exceed 256')
  }
  return { command, description }
}

/** Scope and language as one word: `all_group_chats`, `chat -100123`, `default uk`. */
function keyOf({ world, parameters }: MethodCall): string {
  const scope = structureOf(parameters, 'scope') ?? { type: 'default' }
  if (!isObject(scope)) throw badRequest('BotCommandScope must be an Object')
  const needed = SCOPES[String(scope.type)]
  if (!needed) throw badRequest('unsupported type of scope specified')
  if (needed.includes('chat_id') && !world.chats.has(Number(scope.chat_id))) {
    throw badRequest('chat not found')
  }
  const language = textOr(parameters, 'language_code')
  if (!/^([a-z]{2})?$/.test(language)) throw badRequest('BOT_COMMAND_LANGUAGE_CODE_INVALID')
  return [scope.type, ...needed.map((name) => scope[name]), ...(language ? [language] : [])].join(
    ' ',
  )
}
