import type { Formatted, Posted, PostTarget, SentMessage } from './channel.ts'
import type { DeliverDeps } from './deliver/deps.ts'

type PostDeps = Pick<DeliverDeps, 'channel' | 'rests'>

/** Sends one message, once. A rate limit keeps further calls away from the chat. */
export async function postOnce(
  target: PostTarget,
  message: Formatted,
  { channel, rests }: PostDeps,
): Promise<Posted> {
  return backingOff(target.chat, rests, await channel.post(target, message))
}

/** Edits a message that was sent; idempotent. */
export async function repost(
  sent: SentMessage,
  message: Formatted,
  { channel, rests }: PostDeps,
): Promise<Posted> {
  return backingOff(sent.chat, rests, await channel.edit(sent, message))
}

function backingOff(chat: string, rests: PostDeps['rests'], posted: Posted): Posted {
  if (posted.kind === 'limited' || posted.kind === 'later') rests.rest(chat, posted.seconds)
  return posted
}
