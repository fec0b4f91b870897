import type { Send } from '../../domain/channels/send.ts'
import { concat, plain } from '../../text/markdown/rich.ts'
import { postOnce, repost } from '../post.ts'
import type { DeliverDeps } from './deps.ts'
import { recordSend } from './record-send.ts'
import { splitForChannel } from './split-for-channel.ts'

/** Shows an answer while it is generated. */
type StreamedDraft = {
  write(piece: string): void
  /** Waits for the call under way; returns the id of the draft's message, or null if there is none. */
  end(): Promise<string | null>
}

/** The draft is sent once it has this many characters. */
const MIN_CHARS = 24
const MORE = ' …'

/**
 * A message that is sent with the first text and edited as more comes. Its send is recorded first, as any
 * other; if its arrival is unknown, the answer is marked uncertain and not sent again.
 */
export function createDraft(send: Send, deps: DeliverDeps): StreamedDraft {
  let text = ''
  let messageId = send.draftId
  let isOver = false
  let shownAt = Number.NEGATIVE_INFINITY
  let working: Promise<void> = Promise.resolve()
  let isWorking = false
  const { characters, editPauseMs } = deps.channel.limits
  const maxChars = characters - MORE.length
  const pauseMs = send.isGroup ? editPauseMs.group : editPauseMs.private
  const thread = { chat: send.chat, topic: send.topic }

  const show = async () => {
    const [head = plain('')] = splitForChannel(plain(text.toWellFormed()), deps.channel, maxChars)
    const shown = { text: concat(head, plain(MORE)), buttons: [] }
    if (messageId !== null) {
      await repost({ ...thread, messageId }, shown, deps)
      return
    }
    const isOurs = await recordSend(send, { from: ['due'], to: 'sending' }, deps)
    if (!isOurs) return
    const target = { ...thread, replyTo: send.messageId, key: `${send.cause}:0` }
    const posted = await postOnce(target, shown, deps)
    if (posted.kind === 'sent') {
      messageId = posted.messageId
      const sent = { draftId: messageId, sentId: messageId }
      await recordSend(send, { from: ['sending', 'uncertain'], to: 'due', ...sent }, deps)
      return
    }
    // The complete answer will be sent as usual.
    isOver = true
    const to = posted.kind === 'unknown' ? 'uncertain' : 'due'
    const problem = 'problem' in posted ? posted.problem : null
    await recordSend(send, { from: ['sending'], to, problem }, deps)
  }

  return {
    write: (piece) => {
      text += piece
      const isTime = performance.now() - shownAt > pauseMs && text.length >= MIN_CHARS
      if (!isTime || isOver || isWorking || deps.rests.isResting(send.chat)) return
      isWorking = true
      shownAt = performance.now()
      working = show()
        .catch(() => undefined)
        .finally(() => {
          isWorking = false
        })
    },
    end: async () => {
      await working
      return messageId
    },
  }
}
