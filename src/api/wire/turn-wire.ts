import { z } from '@hono/zod-openapi'
import type { SessionOverview } from '../../engine/views/list-conversations.ts'
import { arrayOf, count, countOrNull, decimal, text, textOrNull, texts, time } from './fields.ts'
import { shape } from './shape.ts'

/* A turn of a session on the wire. */

const TurnSource = shape(
  'TurnSource',
  'A message, file or summary that an answer cites',
  z.object({
    number: count('Citation number in the answer', 1),
    message_id: textOrNull('Id of the message in its channel; null for a file or summary', '7'),
    path: textOrNull('Path of the file; null for a message or summary, or if it was deleted'),
    session_id: textOrNull('Session that the summary is of; null for a message or file'),
    relevance: decimal('Score, 0 to 1', 0.71),
  }),
)

export const WireTurn = shape(
  'Turn',
  'A question of a session and its answer',
  z.object({
    number: count('Number of the turn, from 1', 1),
    question: text('The question', 'When is the launch?'),
    answer: textOrNull('The answer; null if there is none yet', 'On Thursday [1].'),
    answer_id: textOrNull('Id of the answer; null if there is none yet', 'a3f9c1d27be40865'),
    created_at: time('Time of the question'),
    sources: arrayOf(
      TurnSource,
      'What the answer cites, by number; empty if the answer was erased',
    ),
    reasoning_steps: texts('Processing steps, as text', 'Answered by gemini-2.5-flash, citing 1'),
    provider: textOrNull('Provider of the model; null if there is no answer yet', 'google'),
    model: textOrNull('Id of the model; null if there is no answer yet', 'gemini-2.5-flash'),
    guardrail_score: countOrNull(
      'How well the question fits the purpose, 0 to 100; null if it was not checked',
    ),
    retrieval_attempts: count('Number of searches for the answer', 1),
    rewritten_query: textOrNull('Query of the last repeated search; null if there was none'),
  }),
)

/** A turn on the wire. */
export function toWireTurn(turn: SessionOverview['turns'][number]): z.infer<typeof WireTurn> {
  return {
    number: turn.number,
    question: turn.question,
    answer: turn.answer,
    answer_id: turn.answerId,
    created_at: turn.createdAt.toISOString(),
    sources: turn.sources.map(({ number, messageId, path, sessionId, relevance }) => ({
      number,
      message_id: messageId,
      path,
      session_id: sessionId,
      relevance,
    })),
    reasoning_steps: [...turn.reasoningSteps],
    provider: turn.provider,
    model: turn.model,
    guardrail_score: turn.guardrailScore,
    retrieval_attempts: turn.retrievalAttempts,
    rewritten_query: turn.rewrittenQuery,
  }
}
