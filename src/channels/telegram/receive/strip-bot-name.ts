import type { BotIdentity } from '../deps.ts'
import { nameEnd } from '../read/addressed-by.ts'

/** What stands between a name that is called and what is said. */
const AFTER_NAME = /^[\s,:;.!–—-]+/

/**
 * What is asked, without the name by which we were called; may be empty. Only where it stands at the
 * beginning or the end: "what can @our_bot do?" is no question without it.
 */
export function stripBotName(
  said: string,
  { username }: Pick<BotIdentity, 'username'>,
  names: readonly string[],
): string {
  const end = nameEnd({ text: said, entities: [] }, names)
  let asked = (end === null ? said : said.slice(end).replace(AFTER_NAME, '')).trim()
  const first = new RegExp(`^@${username}(?!\\w)`, 'i')
  const last = new RegExp(`(?<!\\w)@${username}[\\s,:;.!–—-]*$`, 'i')
  while (first.test(asked)) asked = asked.replace(first, '').replace(AFTER_NAME, '').trim()
  while (last.test(asked)) asked = asked.replace(last, '').trim()
  return asked
}
