import type { Me } from './deps.ts'
import { nameEnd } from './read/addressed-by.ts'

/** What stands between a name that is called and what is said. */
const AFTER_NAME = /^[\s,:;.!–—-]+/

/**
 * What is asked, without the name by which we were called; may be empty. Only where it stands at the
 * beginning or the end: "what can @our_bot do?" is no question without it.
 */
export function whatIsAsked(said: string, me: Pick<Me, 'username'>, names: readonly string[]) {
  const end = nameEnd({ text: said, entities: [] }, names)
  const text = end === null ? said.trim() : said.slice(end).replace(AFTER_NAME, '').trim()
  const tag = `@${me.username}`
  const atStart = new RegExp(`^${tag}(?![\\w])`, 'i')
  const atEnd = new RegExp(`(?<![\\w])${tag}$`, 'i')
  const isCalledFirst = atStart.test(text)
  const rest = text.replace(atStart, '').replace(atEnd, '')
  return (isCalledFirst ? rest.replace(AFTER_NAME, '') : rest).trim()
}
