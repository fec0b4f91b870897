import type { IncomingMessage } from '../../domain/message.ts'

/* Forum threads. The export does not name a message's thread: a message in it "replies" to the service message
 * that created the thread, or to a message that does, or to one that replies to that one. */

/** Assigns messages to their threads, in the order of the export. */
export type Topics = {
  place(message: IncomingMessage, createsTopic: boolean): IncomingMessage
}

/** Messages cached; a reply to an older one is stored outside of its thread. */
const REMEMBERED = 200_000

/** For one chat; costs nothing where there are no threads. */
export function createTopics(): Topics {
  const starts = new Set<string>()
  const topicOf = new Map<string, string>()
  const remember = (id: string, topic: string) => {
    topicOf.set(id, topic)
    if (topicOf.size <= REMEMBERED) return
    for (const oldest of topicOf.keys()) {
      topicOf.delete(oldest)
      return
    }
  }
  return {
    place: (message, createsTopic) => {
      const { externalId, replyTo } = message
      if (createsTopic) {
        starts.add(externalId)
        return { ...message, topic: externalId }
      }
      if (starts.size === 0 || replyTo === null) return message
      const isStart = starts.has(replyTo)
      const topic = isStart ? replyTo : topicOf.get(replyTo)
      if (topic === undefined) return message
      remember(externalId, topic)
      return { ...message, topic, replyTo: isStart ? null : replyTo }
    },
  }
}
