import type { InlineKeyboardMarkup } from 'grammy/types'
import type { Rich } from '../../text/markdown/rich.ts'
import { LONGEST_MESSAGE } from '../../text/markdown/split-rich.ts'
import { toPlain } from '../../text/markdown/to-plain.ts'
import { classifyError, isBadMarkup, type SendFailure } from './classify-error.ts'
import type { ChatBackoff } from './deliver/chat-backoff.ts'
import type { BotDeps } from './deps.ts'
import { toHtml } from './to-html.ts'

/** Where a message is sent. */
type PostTarget = {
  readonly chat: string
  readonly topic: string | null
  readonly replyTo: string | null
}

export type Posted = { readonly kind: 'sent'; readonly messageId: string } | SendFailure

type PostDeps = Pick<BotDeps, 'telegram'> & { readonly rests: ChatBackoff }

/** Sends one message, once. If Telegram refuses its markup, nothing was sent, and it is sent without markup. */
export async function post(
  { chat, topic, replyTo }: PostTarget,
  rich: Rich,
  keyboard: InlineKeyboardMarkup | null,
  { telegram, rests }: PostDeps,
): Promise<Posted> {
  const shared = {
    chat_id: Number(chat),
    link_preview_options: { is_disabled: true },
    ...(topic === null ? {} : { message_thread_id: Number(topic) }),
    ...(replyTo === null
      ? {}
      : {
          reply_parameters: { message_id: Number(replyTo), allow_sending_without_reply: true },
        }),
    ...(keyboard === null ? {} : { reply_markup: keyboard }),
  }
  return attempt(chat, rests, async (asPlain) => {
    const { message_id } = await telegram.sendMessage({ ...shared, ...body(rich, asPlain) })
    return String(message_id)
  })
}

/** Edits a message that was sent; idempotent. */
export async function repost(
  { chat, messageId }: { readonly chat: string; readonly messageId: string },
  rich: Rich,
  keyboard: InlineKeyboardMarkup | null,
  { telegram, rests }: PostDeps,
): Promise<Posted> {
  const shared = {
    chat_id: Number(chat),
    message_id: Number(messageId),
    link_preview_options: { is_disabled: true },
    ...(keyboard === null ? {} : { reply_markup: keyboard }),
  }
  const posted = await attempt(chat, rests, async (asPlain) => {
    await telegram.editMessageText({ ...shared, ...body(rich, asPlain) })
    return messageId
  })
  const isThereAlready = posted.kind === 'refused' && /message is not modified/.test(posted.problem)
  return isThereAlready ? { kind: 'sent', messageId } : posted
}

function body(rich: Rich, asPlain: boolean) {
  if (!asPlain) return { text: toHtml(rich), parse_mode: 'HTML' as const }
  const withTargets = toPlain(rich)
  return { text: withTargets.length > LONGEST_MESSAGE ? rich.text : withTargets }
}

async function attempt(
  chat: string,
  rests: ChatBackoff,
  call: (asPlain: boolean) => Promise<string>,
): Promise<Posted> {
  for (const asPlain of [false, true]) {
    try {
      return { kind: 'sent', messageId: await call(asPlain) }
    } catch (error) {
      const failure = classifyError(error)
      if (failure === null) throw error
      if (failure.kind === 'later') rests.rest(chat, failure.seconds)
      const mayGoPlain = failure.kind === 'refused' && isBadMarkup(failure) && !asPlain
      if (!mayGoPlain) return failure
    }
  }
  return { kind: 'refused', status: 400, problem: 'Telegram accepts this text in no format' }
}
