import { listOpenQuestions } from '../../db/channels/open-questions.ts'
import { enqueueSend } from '../../db/channels/outbox.ts'
import type { PendingSend } from '../../domain/channels/send.ts'
import { answerTopic } from '../answer-topic.ts'
import { type BotDeps, inWorkspace, isAllowed } from '../deps.ts'

/**
 * Enqueues answers to open questions, in groups whose admins have set that (`/settings unanswered 30`). Each
 * question is answered once: the cause of a send names its message and is unique.
 */
export async function planUnprompted(
  deps: Pick<BotDeps, 'channel' | 'bot' | 'settings' | 'now' | 'database' | 'principal'>,
): Promise<void> {
  const { bot, settings } = deps
  const now = deps.now()
  await inWorkspace(deps, async (db, workspaceId) => {
    const open = await listOpenQuestions(db, workspaceId, bot, now)
    const pending = open
      .filter(({ chat, person }) => {
        return (
          isAllowed(settings.mayReceiveFrom, chat) &&
          isAllowed(settings.mayAnswerIn, chat) &&
          isAllowed(settings.mayAnswer, person)
        )
      })
      .map((question): PendingSend => {
        const { chat, messageId } = question
        const cause = `u:${chat}:${messageId}`
        const send = {
          ...question,
          kind: 'unprompted',
          cause,
          detail: null,
          isGroup: true,
        } as const
        return { ...send, topic: answerTopic(send, deps.channel) }
      })
    await enqueueSend(db, workspaceId, bot, pending, now)
  })
}
