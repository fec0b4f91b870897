import { basename, dirname } from 'node:path'

/* Exports that name no chat: the file's name is used, so that the next export of the same chat goes to the
 * same chat. */

const GREETINGS =
  /^(whatsapp[ -]*(chat|unterhaltung|discussion|conversa)?|chat|чат|conversa|discussion|conversación)[ -]*(de )?(whatsapp )?(with|mit|avec|con|com|met|с|з|ile)?[ -]+/i
const DATE = /(^|[^\d])\d{4}-?\d\d-?\d\d([^\d]|$)/
const COPY = /\s*\(\d+\)$/

/** True for a name as WhatsApp gives it: "WhatsApp Chat - Friends". */
export function hasGreeting(name: string): boolean {
  return GREETINGS.test(name)
}

/** "WhatsApp Chat with Friends.txt" → "Friends"; "2023-01-01.log" → the name of its folder. */
export function chatNameOf(path: string): string {
  const bare = basename(path)
    .replace(/\.(txt|log|zip|weechatlog)$/i, '')
    .replace(COPY, '')
  const name = bare
    .replace(GREETINGS, '')
    .replace(DATE, '$1$2')
    .replace(/^[-_.\s]+|[-_.\s]+$/g, '')
  const folder = basename(dirname(path))
  return (name || (folder === '.' ? '' : folder) || bare).slice(0, 200)
}
