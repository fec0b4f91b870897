import { demoChat } from '../../src/cli/demo-chat.ts'
import type { PersonId } from '../../src/domain/ids.ts'
import type { Message } from '../../src/domain/message.ts'
import { HISTORY_FORMATS, type HistoryLine } from '../../src/domain/prompt-history.ts'
import { historyFormat } from '../../src/engine/write/formats/formats.ts'
import { createPrompt } from '../../src/engine/write/prompt-builder.ts'
import { readWrittenChats } from '../../src/eval/read-written.ts'
import { countPromptTokens, truncateToTokens } from '../../src/models/tokens/tokens.ts'

/** The longest of the chats written for this project, one in each of five languages. */
const LANGUAGES = ['en', 'de', 'uk', 'es', 'ja'] as const

export type FormatTokens = {
  readonly chat: string
  readonly messages: number
  /** By the name of the format. */
  readonly tokens: Readonly<Record<string, number>>
}

/** Tokens of whole chats and a question, in each format; nothing else in the prompt. */
export function measureFormats(): FormatTokens[] {
  const chats = readWrittenChats('train/chats')
  const longest = LANGUAGES.flatMap((language) => {
    const [first] = chats
      .filter((chat) => chat.language === language)
      .toSorted((a, b) => b.messages.length - a.messages.length)
    return first === undefined
      ? []
      : [{ chat: `${language}, ${first.name}`, lines: linesOf(first.messages) }]
  })
  return [{ chat: 'demo', lines: demoLines() }, ...longest].map(({ chat, lines }) => ({
    chat,
    messages: lines.length,
    tokens: Object.fromEntries(HISTORY_FORMATS.map((name) => [name, tokensOf(lines, name)])),
  }))
}

function tokensOf(lines: readonly HistoryLine[], name: (typeof HISTORY_FORMATS)[number]) {
  const question = { ...(lines.at(-1) as HistoryLine), number: null, text: '@bot thoughts?' }
  const format = historyFormat(name, { maxLines: 60, withMeta: true })
  const prompt = createPrompt({ system: '', format, shorten: truncateToTokens })
    .withConversation(lines)
    .withQuery(question)
    .build()
  return countPromptTokens(prompt)
}

function demoLines(): HistoryLine[] {
  const { messages } = demoChat(new Date('2026-01-05T10:00:00Z'))
  const people = [...new Set(messages.map(({ author }) => author.externalId))]
  return linesOf(
    messages.map((message) => ({
      ...message,
      authorId: (people.indexOf(message.author.externalId) + 1) as PersonId,
      authorName: message.author.name ?? '',
      username: message.author.username,
    })),
  )
}

type Said = Pick<
  Message,
  'externalId' | 'authorId' | 'authorName' | 'sentAt' | 'text' | 'replyTo'
> & {
  readonly username?: string | null
}

function linesOf(messages: readonly Said[]): HistoryLine[] {
  const numberOf = new Map(messages.map(({ externalId }, i) => [externalId, i + 1]))
  return messages.map((message, i) => ({
    number: i + 1,
    messageId: message.externalId,
    speaker: {
      id: message.authorId,
      name: message.authorName,
      username: message.username ?? null,
      isBot: false,
      isSelf: false,
    },
    at: message.sentAt,
    text: message.text,
    replyTo: numberOf.get(message.replyTo ?? '') ?? null,
    quote: null,
    media: [],
    isAfterGap: false,
  }))
}
