import { z } from '@hono/zod-openapi'

/* Fields of replies, each with its description and an example. A reply's example is composed of the examples of
 * its fields (docs/compose-example.ts), so that both are written once, beside the field. */

const TIME = '2026-03-10T11:50:00.000Z'

/** A text. */
export function text(description: string, example: string) {
  return z.string().openapi({ description, example })
}

/** A text or null. */
export function textOrNull(description: string, example: string | null = null) {
  return z.string().nullable().openapi({ description, example })
}

/** A list of texts. */
export function texts(description: string, ...example: string[]) {
  return z.array(z.string()).openapi({ description, example })
}

/** A whole number. */
export function count(description: string, example: number) {
  return z.int().openapi({ description, example })
}

/** A whole number or null. */
export function countOrNull(description: string, example: number | null = null) {
  return z.int().nullable().openapi({ description, example })
}

/** A number with a fraction: a score, a duration, a price. */
export function decimal(description: string, example: number) {
  return z.number().openapi({ description, example })
}

/** The same or null. */
export function decimalOrNull(description: string, example: number | null = null) {
  return z.number().nullable().openapi({ description, example })
}

/** True or false. */
export function flag(description: string, example = false) {
  return z.boolean().openapi({ description, example })
}

/** A time: ISO 8601, in UTC. */
export function time(description: string, example = TIME) {
  return z.string().openapi({ format: 'date-time', description, example })
}

/** A time or null. */
export function timeOrNull(description: string, example: string | null = null) {
  return z.string().nullable().openapi({ format: 'date-time', description, example })
}

/** A list. */
export function arrayOf<T extends z.ZodType>(item: T, description: string) {
  return z.array(item).openapi({ description })
}
