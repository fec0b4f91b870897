import {
  findQuestionMessage,
  type QuestionMessage,
} from '../../db/answers/find-question-message.ts'
import { changeSend } from '../../db/channels/outbox.ts'
import type { Send } from '../../domain/channels/send.ts'
import { formatThreadId } from '../../domain/chat.ts'
import { isAppError } from '../../domain/errors.ts'
import type { AnswerId } from '../../domain/ids.ts'
import type { Explained } from '../../engine/views/explain.ts'
import { readMarkdown } from '../../text/markdown/read-markdown.ts'
import { concat, plain, type Rich } from '../../text/markdown/rich.ts'
import { isAdmin } from '../admins.ts'
import type { Channel } from '../channel.ts'
import { rulesOf } from '../chat-rules.ts'
import { chatRef, inWorkspace } from '../deps.ts'
import { linksIn } from '../message-links.ts'
import { stripBotName } from '../receive/strip-bot-name.ts'
import { whileTyping } from '../typing.ts'
import { citationLines } from './citation-lines.ts'
import type { DeliverDeps } from './deps.ts'
import { notice, type OutgoingMessage } from './outgoing-message.ts'
import { shownCitations } from './shown-citations.ts'
import { splitForChannel } from './split-for-channel.ts'
import { createDraft } from './stream-draft.ts'

/** Attempts at an answer before the user is informed that there is none. */
const MAX_TRIES = 3

type Made = { readonly answerId: string; readonly draftId: string | null }

/** The answer to a mention, with its citations; generated unless it already exists. */
export async function composeAnswer(
  send: Send,
  deps: DeliverDeps,
  stopping: AbortSignal,
): Promise<OutgoingMessage | null> {
  const { answerId, draftId } = send
  const made =
    answerId === null ? await make(send, deps, stopping) : { answerId: answerId, draftId }
  if (made === null || 'parts' in made) return made
  const explained = await deps.engine
    .why(deps.principal, made.answerId as AnswerId)
    .catch((error: unknown) => {
      // It was forgotten before it was sent, so it is not sent.
      if (isAppError(error, 'answer_not_found')) return null
      throw error
    })
  return explained && toOutgoing(send, made, explained, deps)
}

async function toOutgoing(
  send: Send,
  { answerId, draftId }: Made,
  explained: Explained,
  deps: DeliverDeps,
): Promise<OutgoingMessage | null> {
  const parts = splitForChannel(readMarkdown(explained.record.answer ?? ''), deps.channel)
  if (send.kind === 'unprompted' && !citesOthers(send, explained)) return null
  const sources = citationLines(shownCitations(explained, await linksIn(chatRef(send), deps)))
  return {
    parts: withSources(parts, sources, deps.channel),
    buttons: [{ label: 'Why?', action: `why:${answerId}` }],
    replyTo: send.messageId,
    draftId,
    kept: parts.map(({ text }) => text),
  }
}

/** Whether an answer rests on more than its own question: one that does not is worth no interruption. */
function citesOthers({ messageId }: Send, { record, messages }: Explained): boolean {
  const { items, citedNumbers } = record.trace
  return items.some((item) => {
    if (item.number === null || !citedNumbers.includes(item.number)) return false
    const message = item.messageId === null ? undefined : messages.get(item.messageId)
    return message?.externalId !== messageId
  })
}

/** The citations stand under the last part, or in a part of their own where they do not fit. */
function withSources(parts: readonly Rich[], sources: Rich, channel: Channel): Rich[] {
  if (sources.text === '') return [...parts]
  const last = parts.at(-1)
  if (last === undefined) return splitForChannel(sources, channel)
  const joined = concat(last, plain('\n\n'), sources)
  return channel.lengthOf(joined) <= channel.limits.characters
    ? [...parts.slice(0, -1), joined]
    : [...parts, ...splitForChannel(sources, channel)]
}

/** Asks the engine; null if the mention is deleted or needs no answer. */
async function make(
  send: Send,
  deps: DeliverDeps,
  stopping: AbortSignal,
): Promise<Made | OutgoingMessage | null> {
  const { messageId } = send
  const words =
    messageId === null
      ? null
      : await inWorkspace(deps, (db, workspaceId) =>
          findQuestionMessage(db, workspaceId, chatRef(send), messageId),
        )
  if (words === null || !(await mayAsk(send, deps))) return null
  try {
    return await whileTyping(
      { chat: send.chat, topic: send.topic },
      () => ask(send, words, deps, stopping),
      deps,
    )
  } catch (error) {
    if (stopping.aborted || send.tries + 1 < MAX_TRIES) throw error
    if (send.kind === 'unprompted') return null
    const why = isAppError(error) ? error.message : 'An internal error occurred.'
    const told = plain(`I could not answer this. ${why} Mention me again later.`)
    return { ...notice(told, messageId, deps), draftId: send.draftId }
  }
}

async function mayAsk(send: Send, deps: DeliverDeps): Promise<boolean> {
  const { onlyAdmins } = await rulesOf(send.chat, deps)
  return !onlyAdmins || isAdmin(send, deps)
}

async function ask(
  send: Send,
  words: QuestionMessage,
  deps: DeliverDeps,
  stopping: AbortSignal,
): Promise<Made> {
  const { engine, principal, settings, me } = deps
  // An unprompted answer may be dropped: no draft of it is shown.
  const draft = settings.isStreaming && send.kind === 'answer' ? createDraft(send, deps) : null
  const request = {
    threadId: formatThreadId({ ...chatRef(send), topic: words.topic }),
    text: stripBotName(words.text, me, settings.names),
    author: words.author,
    messageId: send.messageId,
    replyTo: words.replyTo,
    quote: words.quote,
    askedAt: words.sentAt,
    budgetTokens: Number.MAX_SAFE_INTEGER,
  }
  const answer = await engine.ask(principal, request, {
    // A turn of the chat's own session; none is stored for a person who opted out.
    sessionId: words.isOptedOut ? null : words.sessionId,
    // Earlier questions and answers are among the messages of the chat.
    window: 0,
    signal: stopping,
    onText: draft?.write,
  })
  const draftId = draft === null ? send.draftId : await draft.end()
  await storeAnswerId(send, answer.id, deps)
  return { answerId: answer.id, draftId }
}

/** Stores the answer's id; the send's state is unchanged, since its draft's arrival may be unknown. */
function storeAnswerId(send: Send, answerId: string, deps: DeliverDeps): Promise<void> {
  return inWorkspace(deps, async (db, workspaceId) => {
    for (const state of ['due', 'uncertain'] as const) {
      const change = { from: [state], to: state, answerId }
      if (await changeSend(db, workspaceId, send.id, change, deps.now())) return
    }
  })
}
