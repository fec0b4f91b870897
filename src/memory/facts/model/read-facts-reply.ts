import { z } from 'zod'
import { FACT_ATTRIBUTES } from '../../../domain/fact.ts'
import { type ParsedReply, parseReply } from '../../../models/read-json.ts'
import { MAX_MODEL_FACTS } from './facts-prompt.ts'

/* Parses the facts of a model's reply strictly: one fact of another form, and the reply is requested again. */

const MAX_LINES_OF_FACT = 8
const LONGEST = { name: 80, key: 40, value: 160, text: 300 } as const

const phrase = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[^\n\r]*$/u, 'must be one line')
const Code = z.string().regex(/^P\d{1,4}$/, 'must be the code of a person')
const Day = z.iso.date().nullish()

const Subject = z.union([
  z.object({ kind: z.literal('person'), person: Code }),
  z.object({ kind: z.literal('person'), name: phrase(LONGEST.name) }),
  z.object({ kind: z.literal('group') }),
  z.object({ kind: z.literal('thing'), name: phrase(LONGEST.name), owner: Code.nullish() }),
])

const ModelFactSchema = z.object({
  subject: Subject,
  attribute: z.enum(FACT_ATTRIBUTES),
  key: phrase(LONGEST.key).nullish(),
  value: phrase(LONGEST.value),
  text: phrase(LONGEST.text),
  said_by: Code,
  lines: z.array(z.number().int().min(1)).min(1).max(MAX_LINES_OF_FACT),
  from: Day,
  until: Day,
  confidence: z.number().min(0).max(1),
  explicit: z.boolean(),
})
const Reply = z.object({ facts: z.array(ModelFactSchema).max(MAX_MODEL_FACTS) })

/** A fact as a model states it; nothing of it is checked against the lines yet. */
export type ModelFact = z.infer<typeof ModelFactSchema>

/** The facts of a reply, or what is wrong with it. */
export function readFactsReply(reply: string): ParsedReply<z.infer<typeof Reply>> {
  return parseReply(Reply, reply)
}
