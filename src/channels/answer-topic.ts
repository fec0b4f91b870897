import { isAnswer, type PendingSend } from '../domain/channels/send.ts'
import type { Channel } from './channel.ts'

/** The thread that a send goes to: on some platforms an answer in a group begins one, under the answered message. */
export function answerTopic(
  {
    kind,
    topic,
    isGroup,
    messageId,
  }: Pick<PendingSend, 'kind' | 'topic' | 'isGroup' | 'messageId'>,
  { answersInThreads = false }: Pick<Channel, 'answersInThreads'>,
): string | null {
  return topic === null && isGroup && answersInThreads && isAnswer(kind) ? messageId : topic
}
