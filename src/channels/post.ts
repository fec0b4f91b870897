import { setTimeout as sleep } from 'node:timers/promises'
import type { Formatted, Posted, PostTarget, SentMessage } from './channel.ts'
import type { DeliverDeps } from './deliver/deps.ts'

type PostDeps = Pick<DeliverDeps, 'channel' | 'rests'>

/** Pause before a call is repeated whose outcome is unknown; the second pause is twice as long. */
const REPEAT_PAUSE_MS = 1_000
const MAX_REPEATS = 2

/**
 * Sends one message, once. A rate limit keeps further calls away from the chat. If the outcome is unknown and the platform
 * recognises a repetition, the call is repeated; after that only a success is certain.
 */
export async function postOnce(
  target: PostTarget,
  message: Formatted,
  { channel, rests }: PostDeps,
): Promise<Posted> {
  const began = performance.now()
  const first = await channel.post(target, message)
  if (first.kind !== 'unknown') return backingOff(target.chat, rests, first)
  for (let repeat = 1; repeat <= MAX_REPEATS; repeat += 1) {
    const pause = REPEAT_PAUSE_MS * repeat
    if (performance.now() - began + pause > channel.limits.repeatsMs) break
    await sleep(pause)
    const again = await channel.post(target, message)
    if (again.kind === 'sent') return again
  }
  return first
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
