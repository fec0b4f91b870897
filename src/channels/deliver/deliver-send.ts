import { updateBotStatus } from '../../db/channels/bots.ts'
import { backOffChat, type SendChange } from '../../db/channels/outbox.ts'
import { isAnswer, type Send } from '../../domain/channels/send.ts'
import { isAppError } from '../../domain/errors.ts'
import type { Posted, SendFailure } from '../channel.ts'
import { inWorkspace } from '../deps.ts'
import { findQuietUntil } from '../digests/quiet-until.ts'
import { followMove } from '../follow-move.ts'
import { postOnce, repost } from '../post.ts'
import { transcribeMessage } from '../voice/transcribe-voice.ts'
import { composeReply } from './compose-reply.ts'
import type { DeliverDeps } from './deps.ts'
import type { OutgoingMessage } from './outgoing-message.ts'
import { recordSend } from './record-send.ts'
import { storeSentMessages } from './store-sent-messages.ts'

/** Attempts at a send that certainly did not arrive, before it is marked failed. */
const MAX_TRIES = 8
const PAUSE_SECONDS = 3

/**
 * Delivers a pending send: composes the message, sends it part by part, stores it as a message of the chat.
 * Each step is recorded before the next, so that another worker can resume it.
 */
export async function deliverSend(
  send: Send,
  deps: DeliverDeps,
  stopping: AbortSignal,
): Promise<void> {
  try {
    const quietUntil = await findQuietUntil(send, deps)
    if (quietUntil !== null) {
      await recordSend(send, { from: ['due'], to: 'due', notBefore: quietUntil }, deps)
      return
    }
    if (send.kind === 'reaction') {
      await deliverReaction(send, deps)
      return
    }
    if (send.kind === 'transcript') {
      const problem = await transcribeMessage(send, deps, stopping)
      await end(send, { from: ['due'], to: problem === null ? 'sent' : 'dropped', problem }, deps)
      return
    }
    const speech = await composeReply(send, deps, stopping)
    if (speech === null) {
      await recordSend(
        send,
        { from: ['due', 'posted'], to: 'dropped', problem: 'nothing to send' },
        deps,
      )
      return
    }
    const isPosted = send.state === 'posted' || (await sendParts(send, speech, deps, stopping))
    if (!isPosted) return
    if (speech.kept !== null) await storeSentMessages(send.id, speech.kept, deps)
    await end(send, { from: ['posted'], to: 'sent' }, deps)
  } catch (error) {
    if (stopping.aborted) return
    const code = isAppError(error) ? error.code : 'internal'
    deps.record({
      name: 'channel.failed',
      channel: deps.bot.channel,
      step: 'settle',
      status: null,
      code,
    })
    await later(send, ['due', 'posted'], { seconds: PAUSE_SECONDS, problem: code }, deps)
  }
}

/** Reacts to a message; idempotent, so that an unknown outcome is tried again. */
async function deliverReaction(send: Send, deps: DeliverDeps): Promise<void> {
  const { chat, topic, messageId, detail } = send
  const { react } = deps.channel
  if (react === null || messageId === null) {
    await end(send, { from: ['due'], to: 'dropped', problem: 'nothing to react to' }, deps)
    return
  }
  const posted = await react({ chat, topic, messageId }, detail ?? '')
  if (posted.kind === 'sent') await end(send, { from: ['due'], to: 'sent' }, deps)
  else await recordFailure(send, { from: 'due', posted }, deps)
}

/** Sends the parts that are not sent yet; true when all are. */
async function sendParts(
  send: Send,
  { parts, buttons, draftId, replyTo }: OutgoingMessage,
  deps: DeliverDeps,
  stopping: AbortSignal,
): Promise<boolean> {
  for (const [number, part] of parts.entries()) {
    if (number < send.nextPart) continue
    // The platform may have rate-limited the chat meanwhile; the send is due again after that.
    if (stopping.aborted || deps.rests.isResting(send.chat)) return false
    const isLast = number === parts.length - 1
    const message = { text: part, buttons: isLast ? buttons : [] }
    const thread = { chat: send.chat, topic: send.topic }
    if (draftId !== null && number === 0) {
      const posted = await repost({ ...thread, messageId: draftId }, message, deps)
      if (posted.kind !== 'sent') return recordFailure(send, { from: 'due', posted }, deps)
      if (!(await recordPart(send, { isLast, number, sentId: null }, deps))) return false
      continue
    }
    const isOurs = await recordSend(send, { from: ['due'], to: 'sending', nextPart: number }, deps)
    if (!isOurs) return false
    // Only the first part replies to the question.
    const target = {
      ...thread,
      replyTo: number === 0 ? replyTo : null,
      // Telegram reports no deletion: a deleted request must not be repeated.
      needsParent: send.kind === 'reminder',
      key: `${send.cause}:${number}`,
    }
    const posted = await postOnce(target, message, deps)
    if (posted.kind !== 'sent') return recordFailure(send, { from: 'sending', posted }, deps)
    if (number === 0 && mayBeDraft(send, deps)) {
      const sent = { draftId: posted.messageId, sentId: posted.messageId }
      await recordSend(send, { from: ['sending'], to: 'due', ...sent }, deps)
      return false
    }
    if (!(await recordPart(send, { isLast, number, sentId: posted.messageId }, deps))) return false
  }
  return true
}

/** A platform that recognises a repeated send keeps its first text: that of the draft, if one was sent before. */
function mayBeDraft({ kind, tries }: Send, { channel }: DeliverDeps): boolean {
  return isAnswer(kind) && tries > 0 && channel.limits.repeatsMs > 0
}

function recordPart(
  send: Send,
  part: { readonly isLast: boolean; readonly number: number; readonly sentId: string | null },
  deps: DeliverDeps,
): Promise<boolean> {
  return recordSend(
    send,
    {
      // Another process may have marked it uncertain meanwhile; the outcome is known now.
      from: ['due', 'sending', 'uncertain'],
      to: part.isLast ? 'posted' : 'due',
      nextPart: part.number + 1,
      problem: null,
      ...(part.sentId === null ? {} : { sentId: part.sentId }),
    },
    deps,
  )
}

/** Records a failed send by what is known of its outcome. */
async function recordFailure(
  send: Send,
  {
    from,
    posted,
  }: { readonly from: 'due' | 'sending'; readonly posted: Exclude<Posted, { kind: 'sent' }> },
  deps: DeliverDeps,
): Promise<false> {
  const failure: SendFailure =
    // An edit is idempotent, so it may be retried.
    from === 'due' && posted.kind === 'unknown'
      ? { kind: 'later', seconds: PAUSE_SECONDS, problem: posted.problem }
      : posted
  switch (failure.kind) {
    case 'later':
      await later(send, [from], failure, deps)
      break
    case 'limited':
      await waitOut(send, [from], failure, deps)
      break
    case 'moved':
      await recordSend(send, { from: [from], to: 'due' }, deps)
      await followMove({ from: send.chat, to: failure.to }, deps)
      break
    case 'unknown':
      await end(send, { from: [from], to: 'uncertain', problem: failure.problem }, deps)
      break
    case 'refused':
      await end(send, { from: [from], to: 'failed', problem: failure.problem }, deps)
      if (failure.isGone) await leaveChat(send, deps)
  }
  return false
}

type Wait = { readonly seconds: number; readonly problem: string }

async function later(
  send: Send,
  from: SendChange['from'],
  { seconds, problem }: Wait,
  deps: DeliverDeps,
): Promise<void> {
  if (send.tries + 1 >= MAX_TRIES) {
    await end(send, { from, to: 'failed', problem }, deps)
    return
  }
  const notBefore = new Date(deps.now().getTime() + seconds * 1_000)
  const to = send.state === 'posted' ? 'posted' : 'due'
  await recordSend(send, { from, to, notBefore, problem, isTry: true }, deps)
}

/** A rate limit is always waited for, and holds for the whole chat. */
async function waitOut(
  send: Send,
  from: SendChange['from'],
  { seconds, problem }: Wait,
  deps: DeliverDeps,
): Promise<void> {
  const until = new Date(deps.now().getTime() + seconds * 1_000)
  await recordSend(send, { from, to: 'due', notBefore: until, problem }, deps)
  await inWorkspace(deps, (db, workspaceId) =>
    backOffChat(db, workspaceId, deps.bot, { chat: send.chat, until }),
  )
}

/** Removed or blocked: nothing is sent there until the bot is added again. */
async function leaveChat(send: Send, deps: DeliverDeps): Promise<void> {
  const seen = { chat: send.chat, title: null, isGroup: send.isGroup }
  await inWorkspace(deps, (db, workspaceId) =>
    updateBotStatus(db, workspaceId, deps.bot, seen, { status: 'kicked', at: deps.now() }),
  )
}

async function end(send: Send, wanted: SendChange, deps: DeliverDeps): Promise<void> {
  if (!(await recordSend(send, wanted, deps))) return
  const ms = deps.now().getTime() - send.createdAt.getTime()
  deps.record({ name: 'send.ended', channel: send.channel, kind: send.kind, state: wanted.to, ms })
}
