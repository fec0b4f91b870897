import { z } from '@hono/zod-openapi'
import type { Corrected } from '../../memory/correct.ts'
import type { Remembered as Known } from '../../memory/read-memory.ts'

/* Memory on the wire: of a person and of a group. */

const Rolling = z
  .object({
    tokens: z.number(),
    model: z.string(),
    updated_at: z.string(),
    session_ids: z.array(z.string()).openapi({ description: 'Sessions it was derived from' }),
  })
  .openapi('RollingSummary')

const RememberedTopic = z
  .object({
    slug: z.string(),
    title: z.string(),
    summary_text: z.string(),
    tokens: z.number(),
    model: z.string(),
    built_at: z.string(),
    session_ids: z.array(z.string()),
  })
  .openapi('RememberedTopic')

export const RememberedSession = z
  .object({
    session_id: z.string(),
    started_at: z.string(),
    ended_at: z.string(),
    summary_text: z.string(),
    tags: z.array(z.string()),
    tag_weights: z.array(z.object({ tag: z.string(), confidence: z.number() })).openapi({
      description: 'The same tags with their confidence, 0 to 1; 1 if a person set them',
    }),
    tokens: z.number(),
    model: z.string(),
    corrected_at: z
      .string()
      .nullable()
      .openapi({ description: 'Time of the last correction by a person' }),
    folded: z
      .enum(['recent', 'history'])
      .nullable()
      .openapi({ description: 'Summary that contains the session; null if none does yet' }),
    folded_at: z.string().nullable(),
  })
  .openapi('RememberedTalk')

/** What a person's and a group's memory have in common. */
export const remembered = {
  recent: z.string().nullable().openapi({ description: 'Summary of recent sessions' }),
  history: z.string().nullable().openapi({ description: 'Summary of older sessions' }),
  rolling: z
    .object({ recent: Rolling.nullable(), history: Rolling.nullable() })
    .openapi({ description: 'Origin of the two summaries' }),
  refreshing: z.boolean().openapi({
    description: 'True while the memory is outdated and is being rebuilt',
  }),
  topics: z.array(RememberedTopic),
  sessions: z.array(RememberedSession).openapi({ description: 'The latest 200, newest first' }),
}

/** Memory on the wire. */
export function toWireRemembered(known: Known) {
  const { recent, history, topics, sessions } = known
  return {
    recent: recent?.text ?? null,
    history: history?.text ?? null,
    rolling: { recent: toWireRolling(recent), history: toWireRolling(history) },
    refreshing: known.isStale,
    topics: topics.map(({ slug, title, text, tokens, modelId, builtAt, sessionIds }) => ({
      slug,
      title,
      summary_text: text,
      tokens,
      model: modelId,
      built_at: builtAt.toISOString(),
      session_ids: [...sessionIds],
    })),
    sessions: sessions.map((talk) => toRememberedSession(talk, recent)),
  }
}

function toWireRolling(summary: Known['recent']): z.infer<typeof Rolling> | null {
  if (summary === null) return null
  const { tokens, modelId, updatedAt, sessionIds } = summary
  return {
    tokens,
    model: modelId,
    updated_at: updatedAt.toISOString(),
    session_ids: [...sessionIds],
  }
}

/** One session; `recent` is the recent summary that may include it. */
export function toRememberedSession(
  talk: Corrected['talk'],
  recent: Known['recent'],
): z.infer<typeof RememberedSession> {
  const isRecent = recent?.sessionIds.includes(talk.sessionId) ?? false
  const recentAt = isRecent ? (recent?.updatedAt ?? null) : null
  return {
    session_id: talk.sessionId,
    started_at: talk.startedAt.toISOString(),
    ended_at: talk.endedAt.toISOString(),
    summary_text: talk.text,
    tags: talk.tags.map(({ tag }) => tag),
    tag_weights: [...talk.tags],
    tokens: talk.tokens,
    model: talk.modelId,
    corrected_at: talk.correctedAt?.toISOString() ?? null,
    folded: talk.foldedAt !== null ? 'history' : isRecent ? 'recent' : null,
    folded_at: (talk.foldedAt ?? recentAt)?.toISOString() ?? null,
  }
}
