import type { z } from 'zod'

/** The JSON of a reply, if it has the form: models put words and fences around what they were asked for. */
export function readJson<T>(schema: z.ZodType<T>, reply: string): T | null {
  const json = /\{[\s\S]*\}/.exec(reply)?.[0]
  if (json === undefined) return null
  try {
    return schema.safeParse(JSON.parse(json)).data ?? null
  } catch {
    return null
  }
}
