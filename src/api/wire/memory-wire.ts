import { z } from '@hono/zod-openapi'
import type { Corrected } from '../../memory/correct.ts'
import type { Remembered as Known } from '../../memory/read-memory.ts'
import {
  arrayOf,
  count,
  decimal,
  flag,
  text,
  textOrNull,
  texts,
  time,
  timeOrNull,
} from './fields.ts'
import { shape } from './shape.ts'

/* Memory on the wire: of a person and of a group. */

const BULLETS = '- Plans the launch for Thursday'

const Rolling = shape(
  'RollingSummary',
  'Origin of a summary to which each ended session is added',
  z.object({
    tokens: count('Size in tokens', 180),
    model: text('Id of the model that wrote it', 'gemini-2.5-flash'),
    updated_at: time('Time of the last update'),
    session_ids: texts('Sessions it was derived from', 'a-session'),
  }),
)

const RememberedTopic = shape(
  'RememberedTopic',
  'Summary of one topic',
  z.object({
    slug: text('Topic in lower case, words joined by hyphens', 'product-launch'),
    title: text('Topic as it is displayed', 'Product launch'),
    summary_text: text('Bullet points', BULLETS),
    tokens: count('Size in tokens', 60),
    model: text('Id of the model that wrote it', 'gemini-2.5-flash'),
    built_at: time('Time at which it was built'),
    session_ids: texts('Sessions it was derived from', 'a-session'),
  }),
)

export const RememberedSession = shape(
  'RememberedTalk',
  'Summary of one session, or of a part of a conversation of a group',
  z.object({
    session_id: text('Id of the session', 'a-session'),
    title: textOrNull('Title of a conversation of a group; null for other sessions', 'The launch'),
    conversation_id: textOrNull(
      'Conversation of a group that it is a part of; null for others',
      '12',
    ),
    started_at: time('Start of the session'),
    ended_at: time('End of the session'),
    summary_text: text('Bullet points', BULLETS),
    tags: texts('Labels of the session, most certain first', 'product-launch'),
    tag_weights: z
      .array(
        z.object({
          tag: text('Label in lower case, words joined by hyphens', 'product-launch'),
          confidence: decimal('Confidence, 0 to 1; 1 if a person set it', 0.9),
        }),
      )
      .openapi({ description: 'The same tags with their confidence' }),
    tokens: count('Size of the summary in tokens', 40),
    model: text('Id of the model that wrote the summary', 'gemini-2.5-flash'),
    corrected_at: timeOrNull('Time of the last correction by a person; null if there was none'),
    folded: z.enum(['recent', 'history']).nullable().openapi({
      description: 'Summary that contains the session; null if none does yet',
    }),
    folded_at: timeOrNull(
      'Time at which that summary took it in; null if none contains it',
      '2026-03-10T12:30:00.000Z',
    ),
  }),
)

/** What a person's and a group's memory have in common. */
export const remembered = {
  recent: textOrNull(
    'Summary of recent sessions (EARSHOT_RECENT_WINDOW_DAYS); null if there is none',
    BULLETS,
  ),
  history: textOrNull('Summary of older sessions; null if there is none'),
  rolling: z
    .object({
      recent: Rolling.nullable().openapi({ description: 'Of `recent`; null if there is none' }),
      history: Rolling.nullable().openapi({
        description: 'Of `history`; null if there is none',
        example: null,
      }),
    })
    .openapi({ description: 'Origin of the two summaries' }),
  refreshing: flag('True while the memory is outdated and is being rebuilt'),
  topics: arrayOf(RememberedTopic, 'Summaries of topics, newest first'),
  sessions: arrayOf(RememberedSession, 'Summaries of the latest 200 sessions, newest first'),
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
    title: talk.title,
    conversation_id: talk.conversationId === null ? null : String(talk.conversationId),
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
