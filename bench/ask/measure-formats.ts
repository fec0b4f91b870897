import { demoChat } from '../../src/cli/demo-chat.ts'
import { type ConversationLine, HISTORY_FORMATS } from '../../src/domain/conversation.ts'
import type { PersonId } from '../../src/domain/ids.ts'
import { historyFormat } from '../../src/engine/write/formats/formats.ts'
import { createPrompt } from '../../src/engine/write/prompt-builder.ts'
import { countPromptTokens, truncateToTokens } from '../../src/models/tokens/tokens.ts'

/** Tokens of the whole demo chat and a question, in each format; nothing else in the prompt. */
export function measureFormats(): { readonly format: string; readonly tokens: number }[] {
  const lines = demoLines()
  const question = { ...(lines.at(-1) as ConversationLine), number: null, text: '@bot thoughts?' }
  return HISTORY_FORMATS.map((name) => {
    const format = historyFormat(name, { maxLines: 60, withMeta: true })
    const prompt = createPrompt({ system: '', format, shorten: truncateToTokens })
      .withConversation(lines)
      .withQuery(question)
      .build()
    return { format: name, tokens: countPromptTokens(prompt) }
  })
}

function demoLines(): ConversationLine[] {
  const { messages } = demoChat(new Date('2026-01-05T10:00:00Z'))
  const people = [...new Set(messages.map(({ author }) => author.externalId))]
  const numberOf = new Map(messages.map(({ externalId }, i) => [externalId, i + 1]))
  return messages.map((message, i) => ({
    number: i + 1,
    messageId: message.externalId,
    speaker: {
      id: (people.indexOf(message.author.externalId) + 1) as PersonId,
      name: message.author.name ?? '',
      username: message.author.username,
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
