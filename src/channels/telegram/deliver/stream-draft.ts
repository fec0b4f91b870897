import type { Send } from '../../../domain/send.ts'
import { plain } from '../../../text/markdown/rich.ts'
import { LONGEST_MESSAGE } from '../../../text/markdown/split-rich.ts'
import { post, repost } from '../post.ts'
import type { DeliverDeps } from './deps.ts'
import { recordSend } from './record-send.ts'

/** Shows an answer while it is generated. */
type StreamedDraft = {
  write(piece: string): void
  /** Waits for the call under way; returns the id of the draft's message, or null if there is none. */
  end(): Promise<string | null>
}

/** Telegram allows twenty messages a minute in a group, and edits count. */
const PAUSE_MS = 3_100
const PRIVATE_PAUSE_MS = 1_100
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
  const pauseMs = send.chat.startsWith('-') ? PAUSE_MS : PRIVATE_PAUSE_MS

  const show = async () => {
    const shown = plain(`${text.slice(0, LONGEST_MESSAGE - MORE.length).toWellFormed()}${MORE}`)
    if (messageId !== null) {
      await repost({ chat: send.chat, messageId }, shown, null, deps)
      return
    }
    const isOurs = await recordSend(send, { from: ['due'], to: 'sending' }, deps)
    if (!isOurs) return
    const place = { chat: send.chat, topic: send.topic, replyTo: send.messageId }
    const posted = await post(place, shown, null, deps)
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
