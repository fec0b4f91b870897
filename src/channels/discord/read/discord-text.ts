import type { BotIdentity } from '../../channel.ts'
import type { MentionNames } from '../envelope.ts'
import type { DiscordContent } from '../schemas.ts'
import { readMarkup } from './message-markup.ts'

/** More than Discord allows in a message with all its cards and components; only a crafted message is longer. */
const MAX_CHARACTERS = 20_000

type Me = Pick<BotIdentity, 'id' | 'username'>

/** The whole text of a message: what was typed, and what else stands in it as text. */
export function discordText(content: DiscordContent, names: MentionNames, me: Me): string {
  const { text } = readMarkup(content, names, me)
  const parts = [text, ...extraTexts(content)].filter((part) => part.trim() !== '')
  return parts.join('\n').slice(0, MAX_CHARACTERS).toWellFormed()
}

/** The short form of a message where it is only referred to: its text, or what it holds; null if that is nothing. */
export function discordExcerpt(
  content: DiscordContent,
  names: MentionNames,
  me: Me,
): string | null {
  const text = discordText(content, names, me)
  if (text !== '') return text
  const [file] = content.attachments
  return file === undefined ? null : `[file ${file.filename}]`
}

/** Previews of links, which Discord adds, are not read: only what the author put there. */
function extraTexts({ embeds, sticker_items, poll, components }: DiscordContent): string[] {
  const cards = embeds
    .filter(({ type }) => type === 'rich' || type === 'poll_result')
    .map(({ title, description, fields }) =>
      [title, description, ...fields.map(({ name, value }) => `${name}: ${value}`)]
        .filter((part) => part !== undefined && part !== '')
        .join('\n'),
    )
  const stickers = sticker_items.map(({ name }) => `[sticker ${name}]`)
  const answers = poll?.answers.map(({ poll_media }) => poll_media.text ?? '').join(' / ')
  const polls = poll === undefined ? [] : [`[poll] ${poll.question.text ?? ''}: ${answers}`]
  return [...cards, ...stickers, ...polls, ...components]
}
