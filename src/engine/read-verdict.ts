import { z } from 'zod'

const Scope = z.object({ score: z.number().min(0).max(100), reason: z.string().max(500).catch('') })
const Grade = z.object({ relevant: z.array(z.int()) })
const Rewrite = z.object({ query: z.string().trim().min(1).max(500) })

export type Verdict = z.output<typeof Scope>

/** How far a question is within the scope; null for a reply that says no such thing. */
export function readScope(reply: string): Verdict | null {
  return read(Scope, reply)
}

/** The numbers of what helps; null for a reply that says no such thing. */
export function readGrade(reply: string): readonly number[] | null {
  return read(Grade, reply)?.relevant ?? null
}

/** Other words to search by; null for a reply that has none. */
export function readRewrite(reply: string): string | null {
  return read(Rewrite, reply)?.query ?? null
}

/** Models put words and fences around the JSON they were asked for. */
function read<T>(schema: z.ZodType<T>, reply: string): T | null {
  const json = /\{[\s\S]*\}/.exec(reply)?.[0]
  if (json === undefined) return null
  try {
    return schema.safeParse(JSON.parse(json)).data ?? null
  } catch {
    return null
  }
}
