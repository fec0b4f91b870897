import type { Task } from '../../domain/prompt.ts'
import type { LanguageModel } from '../language-model.ts'
import { countPromptTokens, countTokens, truncateToTokens } from '../tokens/tokens.ts'
import { checkPurposeOffline } from './check-scope.ts'
import { declineOffline } from './decline.ts'
import { extractAnswer } from './extract-answer.ts'
import { extractTags } from './extract-tags.ts'
import { gradeLines } from './grade-lines.ts'
import { matchTopics } from './match-topics.ts'
import { phrasesFor } from './phrases.ts'
import { rewriteQuestion } from './rewrite-question.ts'
import { summarise } from './summarise.ts'

const MAX_QUOTES = 5

/**
 * The model that is always available: no weights, no network, deterministic. It reads the task and not the
 * prompt, since it cannot interpret a prompt.
 */
export function createOfflineModel(label: 'extract' | 'fallback' = 'extract'): LanguageModel {
  return {
    id: 'offline',
    provider: 'offline',
    accepts: () => false,
    // It calls no tools: choosing one takes a language model.
    complete: async ({ task, prompt, maxOutputTokens, signal, onText }) => {
      signal?.throwIfAborted()
      const text = perform(task, label, maxOutputTokens)
      onText?.(text)
      return {
        text,
        modelId: 'offline',
        provider: 'offline',
        isExtract: true,
        inputTokens: countPromptTokens(prompt),
        outputTokens: countTokens(text),
        fallbackReason: null,
        toolUses: [],
      }
    },
  }
}

function perform(task: Task, label: 'extract' | 'fallback', maxTokens: number): string {
  switch (task.kind) {
    case 'answer': {
      const { question, lines } = task
      const phrases = phrasesFor(
        question,
        lines.map(({ text }) => text),
      )
      const write = (quotes: number) =>
        `${phrases[label]}\n${extractAnswer(question, lines, quotes, phrases)}`
      return truncateToTokens(mostThatFits(MAX_QUOTES, write, maxTokens), maxTokens)
    }
    case 'summarise': {
      const { lines, maxBullets } = task
      return summarise(lines, { maxBullets, maxTokens: Math.min(task.maxTokens, maxTokens) })
    }
    case 'tag': {
      const tags = extractTags(task.lines, task.maxTags)
      const write = (count: number) => JSON.stringify({ tags: tags.slice(0, count) })
      return mostThatFits(tags.length, write, maxTokens)
    }
    case 'match-topics': {
      const candidates = matchTopics(task.lines, task.topics)
      const write = (count: number) => JSON.stringify({ candidates: candidates.slice(0, count) })
      return mostThatFits(candidates.length, write, maxTokens)
    }
    case 'extract-facts':
      return JSON.stringify({ facts: [] })
    case 'grade': {
      const relevant = gradeLines(task.question, task.lines)
      const write = (count: number) => JSON.stringify({ relevant: relevant.slice(0, count) })
      return mostThatFits(relevant.length, write, maxTokens)
    }
    case 'rewrite':
      return JSON.stringify({ query: rewriteQuestion(task.question, task.tried) })
    case 'decline':
      return truncateToTokens(declineOffline(task.scope), maxTokens)
    case 'check-scope':
      return JSON.stringify(checkPurposeOffline(task.question, task.scope))
  }
}

/** Drops the last items until the text fits; JSON cut in the middle would be of no use. */
function mostThatFits(items: number, write: (count: number) => string, maxTokens: number): string {
  for (let count = items; count > 1; count--) {
    const text = write(count)
    if (countTokens(text) <= maxTokens) return text
  }
  return write(Math.min(items, 1))
}
