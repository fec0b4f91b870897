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
    steps.push(`Scope: ${Math.round(verdict.score)} of 100, ${is}. ${verdict.reason}`.trim())
  }
  if (attempts > 0) {
    const included = items.filter((item) => item.number !== null)
    const nearby = included.filter(({ isNearby }) => isNearby === true).length
    const beside = nearby === 0 ? '' : `, ${nearby} of them nearby`
    steps.push(
      isBareTag
        ? 'The question only points: the conversation is the question'
        : 'The question has a subject of its own',
      `Looked at ${items.length} messages and passages, took ${included.length}${beside} (${totalTokens} tokens)`,
    )
  }
  const judged = items.flatMap((item) => item.judged ?? [])
  if (judged.length > 0) {
    const belonging = judged.filter(({ belongs }) => belongs).length
    steps.push(`Had ${judged.length} doubtful messages judged: ${belonging} belong here`)
  }
  const graded = items.filter(({ exclusion }) => exclusion === 'not_relevant').length
  if (graded > 0) steps.push(`Judged ${graded} of those found to be of no help`)
  if (rewritten !== null) steps.push(`Looked ${attempts} times, in other words: ${rewritten}`)
  for (const { name, failed } of reply.toolUses) {
    steps.push(failed === null ? `Used ${name}` : `Used ${name}, which failed (${failed})`)
  }
  if (model !== null) steps.push(`Answered by ${model.id}, citing ${citedNumbers.length}`)
  if (model?.fallbackReason) steps.push(model.fallbackReason)
  return steps
}
