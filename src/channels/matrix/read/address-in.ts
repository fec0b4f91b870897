import { nameEnd } from '../../bot-name.ts'
import type { BotNames } from '../../channel.ts'
import type { JsonObject } from '../json.ts'
import { listIn, objectIn } from '../json.ts'
import { isInMatrixCode, type MatrixText } from './matrix-text.ts'

/* Whether a message calls the bot, and which command it is. */

/** A message's text as it is stored, and what it asks of the bot. */
export type MatrixAddress = {
  readonly text: string
  /** Whether it mentions the bot or begins with its name. */
  readonly isMention: boolean
  readonly command: string | null
}

/** Separators between the bot's name and a command. */
const AFTER_NAME = /^[\s,:;]*/
const COMMAND = /^[!/]([a-z_]+)(?=\s|$)/i

/**
 * Reads what a message asks. The bot's name becomes its @name, and the mark of a command a slash: so the engine knows
 * them on every channel. Other bots have commands too, so only those of this bot count.
 */
export function addressIn(
  content: JsonObject,
  shown: MatrixText,
  { me, names }: BotNames,
  commands: ReadonlySet<string>,
): MatrixAddress {
  const handle = `@${me.username}`
  const called = callIn(shown, me.id, handle)
  const start = shown.text.length - shown.text.trimStart().length
  const isCodeFirst = isInMatrixCode(shown, start)
  const own = isCodeFirst || called.isAtStart ? null : nameEnd(shown.text, [me.name])
  const isNamed = own !== null || (!isCodeFirst && nameEnd(shown.text, names) !== null)
  const listed = listIn(objectIn(content, 'm.mentions'), 'user_ids').includes(me.id)
  const text = own === null ? called.text : `${handle}${called.text.slice(own)}`
  const rest = text.startsWith(handle) ? text.slice(handle.length).replace(AFTER_NAME, '') : text
  const name = COMMAND.exec(rest)?.[1]?.toLowerCase()
  if (name !== undefined && commands.has(name) && !isCodeFirst) {
    return { text: `/${name}${rest.slice(name.length + 1)}`, isMention: false, command: name }
  }
  return { text, isMention: listed || called.isCalled || isNamed, command: null }
}

/** Where the bot is called in a text, by its pill, its @name or its id; ids become the @name. */
function callIn(shown: MatrixText, id: string, handle: string) {
  let text = ''
  let end = 0
  let isCalled = shown.pills.has(id)
  const pattern = new RegExp(
    `(?<![\\w@/])(?:${escaped(id)}|${escaped(handle)})(?![\\w-]|:\\w|\\.\\w)`,
    'gi',
  )
  for (const found of shown.text.matchAll(pattern)) {
    if (isInMatrixCode(shown, found.index)) continue
    isCalled = true
    text += shown.text.slice(end, found.index) + handle
    end = found.index + found[0].length
  }
  text += shown.text.slice(end)
  return { text, isCalled, isAtStart: text.trimStart().startsWith(handle) }
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
