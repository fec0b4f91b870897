import { z } from 'zod'
import type { Fact } from '../../domain/fact.ts'
import { factAskerOf, recordFacts } from './fact-asker.ts'
import { defineTool, limitArg, textArg } from './tool.ts'

/** Reads the facts that may be shown to the asker here. */
export const recallTool = defineTool({
  name: 'recall',
  description:
    'Facts that the asker stated or had remembered, newest first; with a query also those of others here, best first.',
  schema: z.strictObject({
    query: textArg(1_000).optional().describe('What they are about'),
    limit: limitArg(50, 10, 'facts'),
  }),
  run: async (caller, { query, limit }, { askerFacts }) => {
    const asker = factAskerOf(caller.question)
    if (asker === null) return { facts: [] }
    const { askedAt } = caller.question
    const facts = await askerFacts.recall(asker, { text: query ?? null, at: askedAt, limit })
    recordFacts(caller, facts)
    return { facts: facts.map(toToolFact) }
  },
})

/** A fact as a model gets it. */
export function toToolFact({ id, text, saidByName, saidAt }: Fact) {
  return { id: String(id), text, said_by: saidByName, said_at: saidAt.toISOString() }
}
