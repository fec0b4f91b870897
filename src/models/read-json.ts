import { z } from 'zod'

/** The JSON of a reply, or what is wrong with it, in words that a model can repair it by. */
export type ParsedReply<T> =
  | { readonly value: T; readonly problem: null }
  | { readonly value: null; readonly problem: string }

const MAX_PROBLEM = 600

/** Reads the JSON of a reply against a schema: models put prose and fences around the requested JSON. */
export function parseReply<T>(schema: z.ZodType<T>, reply: string): ParsedReply<T> {
  const [start, end] = [reply.indexOf('{'), reply.lastIndexOf('}')]
  if (start === -1 || end < start) return { value: null, problem: 'There is no JSON object in it.' }
  let json: unknown
  try {
    json = JSON.parse(reply.slice(start, end + 1))
  } catch {
    return { value: null, problem: 'It is not valid JSON, or it is cut off.' }
  }
  const { data, error } = schema.safeParse(json)
  if (error === undefined) return { value: data, problem: null }
  return { value: null, problem: z.prettifyError(error).slice(0, MAX_PROBLEM) }
}

/** The JSON of a reply, if it matches the schema. */
export function readJson<T>(schema: z.ZodType<T>, reply: string): T | null {
  return parseReply(schema, reply).value
}
