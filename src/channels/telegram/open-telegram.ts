import { createHash, timingSafeEqual } from 'node:crypto'
import type { RawApi } from 'grammy'
import type { Update } from 'grammy/types'
import { AppError } from '../../domain/errors.ts'
import type { BotIdentity, Channel, FetchChannelFile, ThreadRef } from '../channel.ts'
import type { ButtonEvent } from '../channel-event.ts'
import { classifyError } from './classify-error.ts'
import { poll, useWebhook } from './listen.ts'
import { findMember } from './members.ts'
import { registerMenu } from './menu.ts'
import { editInTelegram, postToTelegram, TELEGRAM_CHARACTERS } from './post.ts'
import { readEvent } from './read/read-event.ts'
import { TELEGRAM_TEXTS } from './texts.ts'
import { eventOf, readUpdate } from './updates.ts'

export type TelegramOptions = {
  /** grammY's client; retries and rate limits are handled by the outbox. */
  readonly telegram: RawApi
  readonly fetchFile: FetchChannelFile
  /** Where Telegram posts updates; null for polling. */
  readonly webhook: { readonly url: string; readonly secret: string } | null
}

/** The webhook's secret, which authenticates Telegram's requests: it cannot be derived without the token. */
export function webhookSecret(token: string): string {
  return createHash('sha256').update(`earshot webhook ${token}`).digest('hex')
}

/** The channel of a Telegram bot. */
export function openTelegram({ telegram, fetchFile, webhook }: TelegramOptions): Channel {
  return {
    name: 'telegram',
    label: 'Telegram',
    limits: {
      characters: TELEGRAM_CHARACTERS,
      // Twenty messages a minute in a group, and edits count.
      editPauseMs: { group: 3_100, private: 1_100 },
      typingMs: 5_000,
      keepsEventsMs: 24 * 3_600_000,
      repeatsMs: 0,
    },
    texts: TELEGRAM_TEXTS,
    introduce: () => introduce(telegram),
    registerCommands: (commands) => registerMenu(telegram, commands),
    listen: (inbox, stopping) =>
      webhook === null
        ? poll(telegram, inbox, stopping)
        : useWebhook(telegram, webhook, inbox, stopping),
    readWebhook:
      webhook === null
        ? null
        : ({ headers, body }) => {
            checkSecret(headers['x-telegram-bot-api-secret-token'] ?? '', webhook.secret)
            return { events: [eventOf(readUpdate(body))], reply: null }
          },
    read: async (payloads, names) => {
      // Trusted: our own rows, as grammY's client returned them.
      const [first, ...rest] = payloads.map((payload): Update => JSON.parse(payload))
      if (first === undefined) return null
      if (first.callback_query !== undefined) return readButton(first, telegram)
      return readEvent([first, ...rest], names)
    },
    post: (target, message) => postToTelegram(telegram, target, message),
    edit: (sent, message) => editInTelegram(telegram, sent, message),
    react: async ({ chat, messageId }, emoji) => {
      try {
        const reaction = [{ type: 'emoji', emoji: emoji as '👍' }] as const
        await telegram.setMessageReaction({
          chat_id: Number(chat),
          message_id: Number(messageId),
          reaction: [...reaction],
        })
        return { kind: 'sent', messageId }
      } catch (error) {
        const failure = classifyError(error)
        if (failure === null) throw error
        return failure
      }
    },
    lengthOf: ({ text }) => text.length,
    showTyping: (thread) => showTyping(telegram, thread),
    privateChatLink: ({ username }) => `https://t.me/${username}`,
    findMember: (chat, person) => findMember(telegram, chat, person),
    fetchFile,
    classifyError,
  }
}

async function introduce(telegram: RawApi): Promise<BotIdentity> {
  const { id, username, first_name, can_read_all_group_messages } = await telegram.getMe()
  return { id: String(id), username, name: first_name, readsAll: can_read_all_group_messages }
}

async function showTyping(telegram: RawApi, { chat, topic }: ThreadRef): Promise<void> {
  await telegram.sendChatAction({
    chat_id: Number(chat),
    action: 'typing',
    ...(topic === null ? {} : { message_thread_id: Number(topic) }),
  })
}

function checkSecret(given: string, secret: string): void {
  const [a, b] = [given, secret].map((text) => createHash('sha256').update(text).digest())
  if (a !== undefined && b !== undefined && timingSafeEqual(a, b)) return
  throw new AppError(
    'forbidden',
    'The webhook secret is missing or wrong. Only Telegram may call this.',
  )
}

/** The button's data is untrusted; the presser's id comes from Telegram. */
function readButton({ callback_query: query }: Update, telegram: RawApi): ButtonEvent | null {
  if (query === undefined) return null
  const { id, data, from, message } = query
  if (data === undefined || message === undefined || from.is_bot) return null
  const isTopic = 'is_topic_message' in message && message.is_topic_message
  return {
    kind: 'button',
    action: data,
    chat: String(message.chat.id),
    isGroup: message.chat.type !== 'private',
    topic: isTopic ? String(message.message_thread_id) : null,
    messageId: String(message.message_id),
    person: String(from.id),
    // Stops the button's progress indicator.
    acknowledge: async () => {
      await telegram.answerCallbackQuery({ callback_query_id: id })
    },
  }
}
