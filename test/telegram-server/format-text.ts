import type { MessageEntity, User } from 'grammy/types'
import { byPlace, type Formatted, parseHtml } from './parse-html.ts'
import { badRequest } from './refusal.ts'

/* What becomes of a text on its way into a chat: marks are read, blank ends cut off, and what the
 * server finds by itself (mentions, commands, addresses) is marked too. */

const MAX_ENTITIES = 100

/** What the server marks by itself, in a text nobody marked. */
const FINDS: readonly { readonly type: FoundType; readonly pattern: RegExp }[] = [
  { type: 'url', pattern: /\bhttps?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]]/gi },
  { type: 'email', pattern: /(?<![\w.+-])[\w.+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+/gi },
  { type: 'mention', pattern: /(?<![\w@/])@[a-z]\w{2,31}(?!\w)/gi },
  { type: 'hashtag', pattern: /(?<![\p{L}\p{N}_#])#[\p{L}\p{N}_]*\p{L}[\p{L}\p{N}_]*/giu },
  { type: 'bot_command', pattern: /(?<![\w/])\/\w{1,64}(?:@\w{3,32})?(?![\w/])/gi },
]
type FoundType = 'url' | 'email' | 'mention' | 'hashtag' | 'bot_command'
/** Nothing is looked for inside these. */
const OPAQUE = new Set(['code', 'pre', 'text_link', 'text_mention'])

/** How a bot wants its text to be read. */
export type TextWish = {
  readonly text: string
  readonly parseMode: string
  readonly entities: readonly MessageEntity[]
  readonly maxLength: number
  readonly allowEmpty?: true
}

/** A bot's text as the chat shows it, or a refusal. */
export function formatText(wish: TextWish): Formatted {
  if (wish.text === '' && !wish.allowEmpty) throw badRequest('message text is empty')
  const parsed = parse(wish)
  const { text, entities } = fixText(parsed)
  if (text === '' && !wish.allowEmpty) throw badRequest('text must be non-empty')
  if (text.length > wish.maxLength) {
    throw badRequest(wish.allowEmpty ? 'message caption is too long' : 'message is too long')
  }
  return { text, entities }
}

function parse({ text, parseMode, entities }: TextWish): Formatted {
  switch (parseMode.toLowerCase()) {
    case 'html':
      return parseHtml(text)
    case '':
      if (!text.isWellFormed()) throw badRequest('strings must be encoded in UTF-8')
      return { text, entities: [...entities] }
    default:
      throw badRequest('unsupported parse_mode')
  }
}

/** What a person types: backticks make code, as their app does, and a name may be a mention. */
export function readTyped(typed: string, mentioned: readonly User[] = []): Formatted {
  const entities: MessageEntity[] = []
  let text = ''
  let rest = typed
  for (;;) {
    const found = /```(?:(\w+)\n)?([\s\S]+?)```|`([^`\n]+)`/.exec(rest)
    if (!found) break
    const [whole, language, block, inline] = found
    text += rest.slice(0, found.index)
    rest = rest.slice(found.index + whole.length)
    const content = block ?? inline ?? ''
    const place = { offset: text.length, length: content.length }
    if (block === undefined) entities.push({ type: 'code', ...place })
    else entities.push({ type: 'pre', ...place, ...(language && { language }) })
    text += content
  }
  text += rest
  for (const user of mentioned) {
    const offset = text.indexOf(user.first_name)
    if (offset < 0) throw new Error(`The text does not name ${user.first_name}.`)
    entities.push({ type: 'text_mention', offset, length: user.first_name.length, user })
  }
  return fixText({ text, entities })
}

function fixText({ text: raw, entities: given }: Formatted): Formatted {
  // Control characters become blanks; each is one unit, so that offsets stay.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const clean = raw.replace(/[\0-\x08\x0b-\x1f]/g, ' ').replaceAll('\t', ' ')
  const firstMark = Math.min(clean.length, ...given.map(({ offset }) => offset))
  const start = /^[ \n]*/.exec(clean.slice(0, firstMark))?.[0].length ?? 0
  const text = clean.slice(start).trimEnd()
  const kept = given
    .map((entity) => ({ ...entity, offset: entity.offset - start }))
    .map((entity) => ({ ...entity, length: Math.min(entity.length, text.length - entity.offset) }))
    .filter(({ offset, length }) => offset >= 0 && length > 0)
  const all = [...kept, ...findEntities(text, kept)].toSorted(byPlace)
  return { text, entities: all.slice(0, MAX_ENTITIES) }
}

function findEntities(text: string, marked: readonly MessageEntity[]): MessageEntity[] {
  const taken = marked.filter(({ type }) => OPAQUE.has(type))
  const found: MessageEntity[] = []
  for (const { type, pattern } of FINDS) {
    for (const { index, 0: match } of text.matchAll(pattern)) {
      const isTaken = [...taken, ...found].some(
        ({ offset, length }) => index < offset + length && offset < index + match.length,
      )
      if (!isTaken) found.push({ type, offset: index, length: match.length })
    }
  }
  return found
}

/** The text an entity covers. */
export const textOf = (text: string, { offset, length }: MessageEntity) =>
  text.slice(offset, offset + length)
