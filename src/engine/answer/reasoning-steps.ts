import type { Trace } from '../../domain/trace.ts'
import type { DraftAnswer } from './draft-answer.ts'

/** The steps of an answer in sentences, for users who read the reply and not the trace. */
export function stepsOf(
  { items, isBareTag, model, totalTokens, citedNumbers }: Trace,
  { verdict, attempts, rewritten, reply }: DraftAnswer,
  threshold: number,
): string[] {
  const steps: string[] = []
  if (verdict !== null) {
    const is = verdict.score < threshold ? 'outside' : 'within'
    steps.push(`Purpose: ${Math.round(verdict.score)} of 100, ${is}. ${verdict.reason}`.trim())
  }
  if (attempts > 0) {
    const included = items.filter((item) => item.number !== null)
    const nearby = included.filter(({ isNearby }) => isNearby === true).length
    const beside = nearby === 0 ? '' : `, ${nearby} of them nearby`
    steps.push(
      isBareTag ? 'Bare mention: the conversation is the question' : 'The question names a subject',
      `Retrieved ${items.length} messages and chunks, included ${included.length}${beside} (${totalTokens} tokens)`,
    )
  }
  const judged = items.flatMap((item) => item.judged ?? [])
  if (judged.length > 0) {
    const belonging = judged.filter(({ belongs }) => belongs).length
    steps.push(`Judged ${judged.length} doubtful messages: ${belonging} belong to the conversation`)
  }
  const graded = items.filter(({ exclusion }) => exclusion === 'not_relevant').length
  if (graded > 0) steps.push(`Judged ${graded} search results as not relevant`)
  if (rewritten !== null)
    steps.push(`Retrieval attempts: ${attempts}; query rewritten: ${rewritten}`)
  for (const { name, failed } of reply.toolUses) {
    steps.push(failed === null ? `Used ${name}` : `Used ${name}: failed (${failed})`)
  }
  if (model !== null) steps.push(`Answered by ${model.id}, citing ${citedNumbers.length}`)
  if (model?.fallbackReason) steps.push(model.fallbackReason)
  return steps
}
