import type { PromptMessage } from '../../domain/prompt.ts'
import type { Turn } from '../../domain/session.ts'
import { encodeObject } from './encode.ts'

/** Of each question and answer: enough to know what "it" refers to. */
const MAX_CHARACTERS = 500

/** The last turns of a session as messages; the question as data, the answer as it was. */
export function earlierTurns(turns: readonly Turn[], window: number): PromptMessage[] {
  return turns.slice(-window).flatMap(({ question, answer, isOfAnother = false }) => [
    {
      role: 'user',
      content: encodeObject({
        [isOfAnother ? 'question_of_another' : 'question']: capped(question),
      }),
    },
    { role: 'assistant', content: capped(answer) },
  ])
}

function capped(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text
  return `${text.slice(0, MAX_CHARACTERS).toWellFormed()}…`
}
