import type { Prompt } from '../../domain/prompt.ts'
import type { Question } from '../../domain/question.ts'
import type { TracedMemory } from '../../domain/trace.ts'
import type { ModelReply } from '../../models/language-model.ts'
import { readQuery } from '../../text/query/read-query.ts'
import type { Context } from '../context/build-context.ts'
import { type Citation, dropFalseMarks } from '../write/citations.ts'
import { cleanReply } from '../write/clean-reply.ts'
import type { Verdict } from './read-verdict.ts'

/** What came of a question, before it is kept. */
export type DraftAnswer = {
  readonly context: Context
  readonly reply: ModelReply
  /** The reply as people may see it. */
  readonly text: string
  readonly citations: readonly Citation[]
  readonly modelMs: number
  readonly verdict: Verdict | null
  readonly attempts: number
  readonly rewritten: string | null
  /** What the model was sent for its answer; null where it was asked nothing. */
  readonly prompt: Prompt | null
  /** What was remembered before the model. */
  readonly memory: TracedMemory | null
}

/** A reply that no model wrote. */
export function cannedReply(text: string, fallbackReason: string | null = null): ModelReply {
  return {
    text,
    modelId: 'none',
    provider: 'earshot',
    isExtract: true,
    inputTokens: 0,
    outputTokens: 0,
    fallbackReason,
    toolUses: [],
  }
}

/** A reply as people may see it, where the model was shown nothing but the question. */
export function withCleanText(reply: ModelReply, { text }: Question): ModelReply {
  const unmarked = dropFalseMarks(reply.text, [])
  return { ...reply, text: cleanReply(unmarked, { speakers: [], shown: [text] }) }
}

/** A reply that rests on nothing: a limit is reached, or the question is not for us. */
export function cannedAnswer(reply: ModelReply, question: Question): DraftAnswer {
  return {
    context: {
      scored: [],
      kept: [],
      dropped: [],
      totalTokens: 0,
      query: readQuery(question.text),
      rareTerms: [],
      searched: 0,
      sources: [],
      timings: { recallMs: 0, scoreMs: 0, trimMs: 0 },
      isCached: false,
    },
    reply,
    text: reply.text,
    citations: [],
    modelMs: 0,
    verdict: null,
    attempts: 0,
    rewritten: null,
    prompt: null,
    memory: null,
  }
}
