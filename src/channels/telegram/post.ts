import type { RawApi } from 'grammy'
import type { InlineKeyboardMarkup } from 'grammy/types'
import type { Rich } from '../../text/markdown/rich.ts'
import { toPlain } from '../../text/markdown/to-plain.ts'
import type { Button, Formatted, Posted, PostTarget, SentMessage } from '../channel.ts'
import { classifyError, isBadMarkup } from './classify-error.ts'
import { toHtml } from './to-html.ts'

/** Telegram's limit of a message, in UTF-16 units. */
export const TELEGRAM_CHARACTERS = 4_096

/** Sends one message, once. If Telegram refuses its markup, nothing was sent, and it is sent without markup. */
export async function postToTelegram(
  telegram: RawApi,
  { chat, topic, replyTo, needsParent = false }: PostTarget,
  { text, buttons }: Formatted,
): Promise<Posted> {
  const shared = {
    chat_id: Number(chat),
    link_preview_options: { is_disabled: true },
    ...(topic === null ? {} : { message_thread_id: Number(topic) }),
    ...(replyTo === null
      ? {}
      : {
          reply_parameters: {
            message_id: Number(replyTo),
            allow_sending_without_reply: !needsParent,
          },
        }),
    ...keyboardOf(buttons),
  }
  return attempt(async (asPlain) => {
    const { message_id } = await telegram.sendMessage({ ...shared, ...body(text, asPlain) })
    return String(message_id)
  })
}

/** Edits a message that was sent; idempotent. */
export async function editInTelegram(
  telegram: RawApi,
  { chat, messageId }: SentMessage,
  { text, buttons }: Formatted,
): Promise<Posted> {
  const shared = {
    chat_id: Number(chat),
    message_id: Number(messageId),
    link_preview_options: { is_disabled: true },
    ...keyboardOf(buttons),
  }
  const posted = await attempt(async (asPlain) => {
    await telegram.editMessageText({ ...shared, ...body(text, asPlain) })
    return messageId
  })
  const isThereAlready = posted.kind === 'refused' && /message is not modified/.test(posted.problem)
  return isThereAlready ? { kind: 'sent', messageId } : posted
}

function keyboardOf(buttons: readonly Button[]): { reply_markup?: InlineKeyboardMarkup } {
  if (buttons.length === 0) return {}
  const row = buttons.map(({ label, action }) => ({ text: label, callback_data: action }))
  return { reply_markup: { inline_keyboard: [row] } }
}

function body(rich: Rich, asPlain: boolean) {
  if (!asPlain) return { text: toHtml(rich), parse_mode: 'HTML' as const }
  const withTargets = toPlain(rich)
  return { text: withTargets.length > TELEGRAM_CHARACTERS ? rich.text : withTargets }
}

async function attempt(call: (asPlain: boolean) => Promise<string>): Promise<Posted> {
  for (const asPlain of [false, true]) {
    try {
      return { kind: 'sent', messageId: await call(asPlain) }
    } catch (error) {
      const failure = classifyError(error)
      if (failure === null) throw error
      const mayGoPlain = failure.kind === 'refused' && isBadMarkup(failure) && !asPlain
      if (!mayGoPlain) return failure
    }
  }
  const problem = 'Telegram accepts this text in no format'
  return { kind: 'refused', status: 400, problem, isGone: false }
}
