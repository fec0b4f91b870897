import { z } from 'zod'
import type { FactId } from '../../domain/ids.ts'
import { factChangerOf, recordFacts } from './fact-asker.ts'
import { toToolFact } from './recall.ts'
import { MAX_REMEMBERED_LENGTH } from './remember.ts'
import { defineTool, textArg } from './tool.ts'

const idArg = () =>
  z
    .string()
    .regex(/^\d{1,15}$/, 'must be the id of a fact')
    .describe('As recall gives it')

/** Corrects a fact about the asker, or stated by them. */
export const updateFact = defineTool({
  name: 'update_fact',
  description: 'Corrects a fact of the asker.',
  schema: z.strictObject({
    id: idArg(),
    text: textArg(MAX_REMEMBERED_LENGTH).describe('The corrected sentence'),
  }),
  run: async (caller, { id, text }, { askerFacts }) => {
    const factId = Number(id) as FactId
    const fact = await askerFacts.update(factChangerOf(caller.question, factId), factId, text)
    recordFacts(caller, [fact])
    return { updated: true, fact: toToolFact(fact) }
  },
})

/** Erases a fact about the asker, or stated by them. */
export const forgetFact = defineTool({
  name: 'forget_fact',
  description: 'Erases a fact of the asker, if they ask for it.',
  schema: z.strictObject({ id: idArg() }),
  run: async (caller, { id }, { askerFacts }) => {
    const factId = Number(id) as FactId
    await askerFacts.forget(factChangerOf(caller.question, factId), factId)
    caller.lookedUp.erasedFactIds.add(factId)
    return { forgotten: true }
  },
})
