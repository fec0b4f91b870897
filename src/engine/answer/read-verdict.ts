import { z } from 'zod'
import { readJson } from '../../models/read-json.ts'

const Scope = z.object({ score: z.number().min(0).max(100), reason: z.string().max(500).catch('') })
const Grade = z.object({ relevant: z.array(z.int()) })
const Judgement = z.object({ belongs: z.array(z.int()), relevant: z.array(z.int()).optional() })
const Rewrite = z.object({ query: z.string().trim().min(1).max(500) })

export type Verdict = z.output<typeof Scope>

/** How well a question fits the purpose; null for an unreadable reply. */
export function readScope(reply: string): Verdict | null {
  return readJson(Scope, reply)
}

/** The numbers of the lines that help; null for an unreadable reply. */
export function readGrade(reply: string): readonly number[] | null {
  return readJson(Grade, reply)?.relevant ?? null
}

/** Which messages belong and which passages help, by number; null for an unreadable reply. */
export function readJudgement(reply: string): z.output<typeof Judgement> | null {
  return readJson(Judgement, reply)
}

/** Another search query; null for an unreadable reply. */
export function readRewrite(reply: string): string | null {
  return readJson(Rewrite, reply)?.query ?? null
}
