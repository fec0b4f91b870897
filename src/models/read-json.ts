import type { z } from 'zod'

/** The JSON of a reply, if it has the form: models put words and fences around what they were asked for. */
export function readJson<T>(schema: z.ZodType<T>, reply: string): T | null {
  const [start, end] = [reply.indexOf('{'), reply.lastIndexOf('}')]
  if (start === -1 || end < start) return null
  try {
    return schema.safeParse(JSON.parse(reply.slice(start, end + 1))).data ?? null
  } catch {
    return null
  }
}
