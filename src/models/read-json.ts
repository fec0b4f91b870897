import type { z } from 'zod'

/** The JSON of a reply, if it matches the schema: models put prose and fences around the requested JSON. */
export function readJson<T>(schema: z.ZodType<T>, reply: string): T | null {
  const [start, end] = [reply.indexOf('{'), reply.lastIndexOf('}')]
  if (start === -1 || end < start) return null
  try {
    return schema.safeParse(JSON.parse(reply.slice(start, end + 1))).data ?? null
  } catch {
    return null
  }
}
