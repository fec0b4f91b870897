import type { Fields } from '../../../text/fields.ts'
import { slackParts, slackWords } from '../../../text/slack/slack-entry.ts'
import type { BotIdentity } from '../../channel.ts'
import type { SlackDirectory } from '../slack-directory.ts'

/** Mentioned people and channels whose names are asked for, of one message; further ones are shown by their ids. */
const MAX_NAMES = 30

/** The text as people see it: names in place of the ids of people and channels. */
export async function readableText(
  message: Fields,
  directory: SlackDirectory,
  me: BotIdentity,
): Promise<string> {
  const all = slackParts(message).join('\n')
  const people = idsIn(all, /<@([A-Z0-9]+)(?:\|[^<>]*)?>/g)
  const channels = idsIn(all, /<#([A-Z0-9]+)\|?>/g)
  const names = new Map<string, string>()
  for (const id of people) {
    const { name } = id === me.id ? { name: me.username } : await directory.person(id)
    if (name !== null) names.set(id, name)
  }
  for (const id of channels) {
    const { name } = await directory.conversation(id)
    if (name !== null) names.set(id, name)
  }
  return slackWords(message, (id) => names.get(id) ?? null)
}

function idsIn(text: string, pattern: RegExp): string[] {
  const ids = new Set<string>()
  for (const [, id] of text.matchAll(pattern)) {
    if (id !== undefined) ids.add(id)
    if (ids.size >= MAX_NAMES) break
  }
  return [...ids]
}

/** Whether a text with Slack's markup mentions a user; not in code, which is quoted text. */
export function mentionsUser(text: string, id: string): boolean {
  const outside = text.replace(/```[\s\S]*?(?:```|$)/g, ' ').replace(/`[^`\n]+`/g, ' ')
  return outside.includes(`<@${id}>`) || outside.includes(`<@${id}|`)
}

/** The text after a mention of the user at its start; null if it starts otherwise. */
export function afterMention(text: string, id: string): string | null {
  const start = /^\s*<@([A-Z0-9]+)(?:\|[^<>]*)?>[\s,:]*/.exec(text)
  return start === null || start[1] !== id ? null : text.slice(start[0].length)
}
