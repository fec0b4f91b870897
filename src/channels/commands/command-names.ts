import type { Rich } from '../../text/markdown/rich.ts'

/** The names of the bot's commands. */
export const COMMAND_NAMES = [
  'help',
  'catchup',
  'digest',
  'remind',
  'why',
  'context',
  'topic',
  'memory',
  'forget',
  'link',
  'privacy',
  'optout',
  'optin',
  'forget_me',
  'prompt',
  'settings',
] as const

export type CommandName = (typeof COMMAND_NAMES)[number]

const WRITTEN = new RegExp(`(?<![\\w/.:])/(?=(?:${COMMAND_NAMES.join('|')})(?![\\w/]))`, 'g')

/** Writes the commands in a text as people type them on a platform: `prefix` in place of the slash. */
export function writeCommands({ text, spans }: Rich, prefix: string): Rich {
  const slashes = [...text.matchAll(WRITTEN)].map(({ index }) => index)
  const moved = (at: number) =>
    at + slashes.filter((slash) => slash < at).length * (prefix.length - 1)
  return {
    text: text.replaceAll(WRITTEN, () => prefix),
    spans: spans.map((span) => ({ ...span, start: moved(span.start), end: moved(span.end) })),
  }
}
