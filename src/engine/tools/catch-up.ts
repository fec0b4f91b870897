import { z } from 'zod'
import { missedIn } from '../views/catch-up/catch-up.ts'
import { defineChatTool } from './tool.ts'
import { toToolMessages } from './tool-message.ts'

const HOUR_MS = 3_600_000

/** What the asker missed, for "what happened?", by conversation. */
export const catchUpTool = defineChatTool({
  name: 'catch_up',
  description:
    'What the asker missed in this chat, by conversation: questions to them, decisions, open questions, and a little of the rest. Without hours: since they last wrote.',
  schema: z.strictObject({
    hours: z.int().min(1).max(8_784).optional().describe('Only the last so many hours'),
    only_me: z.boolean().optional().describe('Only conversations that concern the asker'),
  }),
  run: async (caller, { hours, only_me }, deps) => {
    const { question, place } = caller
    const until = question.askedAt
    const since = hours === undefined ? null : new Date(until.getTime() - hours * HOUR_MS)
    const missed = await missedIn(place, question.personId, {
      since,
      until,
      isOnlyMe: only_me ?? false,
      database: deps.database,
    })
    return {
      since: missed.since.toISOString(),
      messages: missed.messageCount,
      conversations: missed.conversations.map(({ title, people, messageCount, points }) => ({
        title,
        people,
        messages: messageCount,
        points: toToolMessages(caller, points).map((message, i) => ({
          kind: points[i]?.kind,
          ...message,
        })),
      })),
    }
  },
})
