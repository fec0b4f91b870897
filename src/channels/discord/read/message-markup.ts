import type { BotIdentity } from '../../channel.ts'
import type { MentionNames } from '../envelope.ts'
import type { DiscordContent } from '../schemas.ts'

/** A text with the names of what it mentions, and whether it mentions the bot. */
export type ReadText = {
  readonly text: string
  readonly mentionsBot: boolean
  /** Whether it begins with code. */
  readonly startsInCode: boolean
}

type Markup = Pick<DiscordContent, 'content'> & {
  readonly mentions: readonly {
    readonly id: string
    readonly username: string
    readonly global_name?: string | undefined
    readonly member?: { readonly nick?: string | undefined } | undefined
  }[]
}

/** Fenced code, then code in a line. Code is quoted text: it holds no mentions. */
const CODE = /```[\s\S]*?```|(?<!`)(`{1,2})(?!`)[\s\S]*?(?<!`)\1(?!`)/g
/** Mentions, custom emoji, commands and moments, as Discord writes them; after a backslash they are plain text. */
const MARKUP =
  /(\\?)<(?:@!?(?<person>\d{1,20})|@&(?<role>\d{1,20})|#(?<room>\d{1,20})|a?:(?<emoji>\w{1,64}):\d{1,20}|\/(?<command>[^<>:]{1,100}):\d{1,20}|t:(?<moment>-?\d{1,12})(?::[a-zA-Z])?)>/g

/** Reads what Discord writes with ids as what people see; marks of formatting stay as they were typed. */
export function readMarkup(
  { content, mentions }: Markup,
  names: MentionNames,
  me: Pick<BotIdentity, 'id' | 'username'>,
): ReadText {
  const people = new Map(
    mentions.map(({ id, username, global_name, member }) => [
      id,
      member?.nick ?? global_name ?? username,
    ]),
  )
  let mentionsBot = false
  const nameOf = (found: Readonly<Record<string, string | undefined>>): string | undefined => {
    const { person, role, room, emoji, command, moment } = found
    const own = `@${me.username}`
    if (person === me.id || (role !== undefined && names.roles[role]?.isOwn === true)) {
      mentionsBot = true
      return own
    }
    if (person !== undefined) return at(people.get(person))
    if (role !== undefined) return at(names.roles[role]?.name)
    if (room !== undefined) return names.rooms[room] && `#${names.rooms[room]}`
    if (emoji !== undefined) return `:${emoji}:`
    return command === undefined ? momentText(moment) : `/${command}`
  }
  const read = (piece: string) =>
    piece.replaceAll(MARKUP, (...match) => {
      const [whole, backslash] = match as [string, string]
      if (backslash !== '') return whole
      return nameOf(match.at(-1) as Readonly<Record<string, string | undefined>>) ?? whole
    })
  const parts: string[] = []
  let place = 0
  for (const code of content.matchAll(CODE)) {
    parts.push(read(content.slice(place, code.index)), code[0])
    place = code.index + code[0].length
  }
  parts.push(read(content.slice(place)))
  const startsInCode = parts[0]?.trim() === '' && parts.length > 1
  return { text: parts.join(''), mentionsBot, startsInCode }
}

function at(name: string | undefined): string | undefined {
  return name === undefined ? undefined : `@${name}`
}

function momentText(seconds: string | undefined): string | undefined {
  const moment = new Date(Number(seconds) * 1_000)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}
