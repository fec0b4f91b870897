import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Rich } from '../../text/markdown/rich.ts'
import type { Button, Formatted, Posted, PostTarget, SentMessage } from '../channel.ts'
import { classifyDiscordError } from './classify-error.ts'
import type { DiscordApi } from './discord-api.ts'
import { toDiscordMarkdown } from './to-discord-markdown.ts'

/** Discord's limit of a message. It counts code points, which are never more than our UTF-16 units. */
export const DISCORD_CHARACTERS = 2_000
const NONCE_CHARS = 25
const BUTTON_CHARS = 80
const ACTION_CHARS = 100
const SUPPRESS_PREVIEWS = 1 << 2
/** A message mentions only the author of the message it replies to, independent of its text. */
const ALLOWED_MENTIONS = { parse: [], replied_user: true } as const

const Sent = z.object({ id: z.string().regex(/^\d{1,20}$/) })

/** Sends one message, once: Discord recognises a repeated nonce for some minutes. */
export async function postToDiscord(
  api: DiscordApi,
  { chat, topic, replyTo, key }: PostTarget,
  { text, buttons }: Formatted,
): Promise<Posted> {
  const body = {
    ...contentOf(text, buttons),
    flags: SUPPRESS_PREVIEWS,
    nonce: createHash('sha256').update(key).digest('base64url').slice(0, NONCE_CHARS),
    enforce_nonce: true,
  }
  // A deleted question is answered too, and a command of the menu is no message at all.
  const reference = { message_reference: { message_id: replyTo, fail_if_not_exists: false } }
  const send = (more: Partial<typeof reference>) =>
    attempt(async () => {
      const route = `/channels/${topic ?? chat}/messages` as const
      const { id } = await api.post(route, Sent, { body: { ...body, ...more } })
      return id
    })
  const reply = await send(replyTo === null ? {} : reference)
  const posted = isNoReply(reply) ? await send({}) : reply
  // A thread may be gone or closed while its channel is not.
  return topic !== null && posted.kind === 'refused' ? { ...posted, isGone: false } : posted
}

/** True where the bot may write and not reply: it lacks the permission to read the history. Nothing was sent. */
function isNoReply(posted: Posted): boolean {
  return posted.kind === 'refused' && posted.problem.endsWith('(160002)')
}

/** Edits a message that was sent; idempotent. */
export function editInDiscord(
  api: DiscordApi,
  { chat, topic, messageId }: SentMessage,
  { text, buttons }: Formatted,
): Promise<Posted> {
  return attempt(async () => {
    const route = `/channels/${topic ?? chat}/messages/${messageId}` as const
    await api.patch(route, Sent, { body: contentOf(text, buttons) })
    return messageId
  })
}

/** Adds the bot's reaction to a message; idempotent. */
export function reactInDiscord(
  api: DiscordApi,
  { chat, topic, messageId }: SentMessage,
  emoji: string,
): Promise<Posted> {
  return attempt(async () => {
    const name = encodeURIComponent(emoji)
    const route = `/channels/${topic ?? chat}/messages/${messageId}/reactions/${name}/@me` as const
    await api.put(route, z.unknown())
    return messageId
  })
}

function contentOf(text: Rich, buttons: readonly Button[]) {
  return {
    content: toDiscordMarkdown(text),
    components: buttons.length === 0 ? [] : [{ type: 1, components: buttons.map(toComponent) }],
    allowed_mentions: ALLOWED_MENTIONS,
  }
}

function toComponent({ label, action }: Button) {
  const custom_id = action.slice(0, ACTION_CHARS)
  return { type: 2, style: 2, label: label.slice(0, BUTTON_CHARS), custom_id }
}

async function attempt(call: () => Promise<string>): Promise<Posted> {
  try {
    return { kind: 'sent', messageId: await call() }
  } catch (error) {
    const failure = classifyDiscordError(error)
    if (failure === null) throw error
    return failure
  }
}
