import type { LookedUp } from '../../db/answers/answers.ts'
import type { Prompt } from '../../domain/prompt.ts'
import type { Question } from '../../domain/question.ts'
import type { TracedMemory } from '../../domain/trace.ts'
import type { ModelReply } from '../../models/language-model.ts'
import { readQuery } from '../../text/query/read-query.ts'
import type { Context } from '../context/deps.ts'
import { nothingLookedUp } from '../tools/tool.ts'
import { type Citation, dropFalseMarks } from '../write/citations.ts'
import { cleanReply } from '../write/clean-reply.ts'
import type { Verdict } from './read-verdict.ts'

/** An answer before it is stored. */
export type DraftAnswer = {
  readonly context: Context
  readonly reply: ModelReply
  /** The cleaned reply. */
  readonly text: string
  readonly citations: readonly Citation[]
  readonly modelMs: number
  readonly verdict: Verdict | null
  readonly attempts: number
  readonly rewritten: string | null
  /** The prompt of the answering call; null where no model was called. */
  readonly prompt: Prompt | null
  /** The memory that was in the prompt. */
  readonly memory: TracedMemory | null
  readonly lookedUp: LookedUp
  /** Tokens that the prompt left for the context; 0 where no context was made. */
  readonly budgetTokens: number
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

/** A cleaned reply of a model that was shown nothing but the question. */
export function withCleanText(reply: ModelReply, { text }: Question): ModelReply {
  const unmarked = dropFalseMarks(reply.text, [])
  return { ...reply, text: cleanReply(unmarked, { speakers: [], shown: [text] }) }
}

/** An answer without context: a limit is reached, or the question is outside the purpose. */
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
    lookedUp: nothingLookedUp(),
    budgetTokens: 0,
  }
}
