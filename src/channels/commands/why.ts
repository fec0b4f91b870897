import { findLastAnswer, findSendBy } from '../../db/channels/outbox.ts'
import { findChat } from '../../db/messages/chats.ts'
import type { Send } from '../../domain/channels/send.ts'
import { AppError, isAppError } from '../../domain/errors.ts'
import type { AnswerId } from '../../domain/ids.ts'
import type { TraceItem } from '../../domain/trace.ts'
import type { Explained } from '../../engine/views/explain.ts'
import { joined, plain, type Rich, styled } from '../../text/markdown/rich.ts'
import { citationLine } from '../deliver/citation-lines.ts'
import { sourceOf } from '../deliver/shown-citations.ts'
import { type BotDeps, chatRef, inWorkspace } from '../deps.ts'
import { type LinkTo, linksIn } from '../message-links.ts'
import type { BotCommand } from './command.ts'

const MAX_LINES = 12

/** What the last answer here, or the answer replied to, was made from. */
export const whyBotCommand: BotCommand = {
  name: 'why',
  summary: 'what an answer was based on',
  forAdmins: false,
  takesText: false,
  run: async ({ send, words, deps }) => {
    const replyTo = words?.replyTo ?? null
    const answer = await inWorkspace(deps, (db, workspaceId) =>
      replyTo === null
        ? findLastAnswer(db, workspaceId, send)
        : findSendBy(db, workspaceId, { ...send, messageId: replyTo }),
    )
    const shown = answer?.answerId ? await explainAnswer(answer.answerId, send, deps) : null
    if (shown !== null) return { rich: shown }
    throw new AppError(
      'answer_not_found',
      replyTo === null
        ? 'I have not answered anything here yet.'
        : 'I have no stored answer for that message. Reply with /why to one of my answers.',
    )
  },
}

/** What an answer was made from; null if the answer was given in another chat. */
export async function explainAnswer(
  id: string,
  send: Pick<Send, 'channel' | 'chat' | 'topic'>,
  deps: BotDeps,
): Promise<Rich | null> {
  const explained = await deps.engine
    .why(deps.principal, id as AnswerId)
    .catch((error: unknown) => {
      if (isAppError(error, 'answer_not_found')) return null
      throw error
    })
  const chat = await inWorkspace(deps, (db, workspaceId) =>
    findChat(db, workspaceId, chatRef(send)),
  )
  // A client may send any id; answers of other chats are not shown here.
  if (explained === null || chat === null || explained.record.chatId !== chat.id) return null
  return words(explained, await linksIn(chatRef(send), deps))
}

function words(explained: Explained, linkTo: LinkTo): Rich {
  const { items, model, totalTokens, budgetTokens, memory } = explained.record.trace
  const taken = items.filter(({ number }) => number !== null)
  const out = items.filter(({ number }) => number === null)
  const shown = taken.slice(0, MAX_LINES).flatMap((item) => {
    const source = sourceOf(item, explained, linkTo)
    const why = item.isNearby === true ? `nearby: ${item.reason}` : item.reason
    return source === null ? [] : [joined([citationLine(source), plain(` (${why})`)], '')]
  })
  const lines: Rich[] = [
    styled(plain(`I retrieved ${counted(items.length, 'item')} and included ${taken.length}.`), {
      kind: 'bold',
    }),
    ...shown,
    ...(taken.length > MAX_LINES ? [plain(`… and ${taken.length - MAX_LINES} more`)] : []),
    ...leftOut(out),
    ...(memory?.slots.length
      ? [plain(`From memory: ${memory.slots.map(({ name }) => name).join(', ')}.`)]
      : []),
    plain(`${totalTokens} of ${budgetTokens} tokens; model: ${model?.id ?? 'none'}.`),
  ]
  return joined(lines, '\n')
}

function leftOut(out: readonly TraceItem[]): Rich[] {
  if (out.length === 0) return []
  const counts = new Map<string, number>()
  for (const { exclusion } of out) {
    const why = (exclusion ?? 'other').replaceAll('_', ' ')
    counts.set(why, (counts.get(why) ?? 0) + 1)
  }
  const reasons = [...counts].toSorted((a, b) => b[1] - a[1]).map(([why, n]) => `${why} (${n})`)
  return [plain(`Excluded: ${reasons.join(', ')}.`)]
}

function counted(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? '' : 's'}`
}
