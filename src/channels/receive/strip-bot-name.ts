import { nameEnd } from '../bot-name.ts'
import type { BotIdentity } from '../channel.ts'

/** Separators between the bot's name and the question. */
const AFTER_NAME = /^[\s,:;.!–—-]+/

/**
 * The question without the bot's name; may be empty. The name is removed only at the beginning and the end:
 * "what can @our_bot do?" is no question without it.
 */
export function stripBotName(
  said: string,
  { username }: Pick<BotIdentity, 'username'>,
  names: readonly string[],
): string {
  const end = nameEnd(said, names)
  let asked = (end === null ? said : said.slice(end).replace(AFTER_NAME, '')).trim()
  const name = username.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const first = new RegExp(`^@${name}(?!\\w)`, 'i')
  const last = new RegExp(`(?<!\\w)@${name}[\\s,:;.!–—-]*$`, 'i')
  while (first.test(asked)) asked = asked.replace(first, '').replace(AFTER_NAME, '').trim()
  while (last.test(asked)) asked = asked.replace(last, '').trim()
  return asked
}
