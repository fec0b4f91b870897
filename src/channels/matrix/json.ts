/* Fields of what a homeserver sends. Other servers and their users wrote most of it, so nothing of it has the type that
 * it should have until it was checked. */

export type JsonObject = Readonly<Record<string, unknown>>

/** The object, or null if it is none. */
export function objectOf(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : null
}

/** The object in this field; empty if there is none. */
export function objectIn(value: unknown, field: string): JsonObject {
  return objectOf(objectOf(value)?.[field]) ?? {}
}

/** The text in this field, or null. */
export function textIn(value: unknown, field: string): string | null {
  const text = objectOf(value)?.[field]
  return typeof text === 'string' ? text.toWellFormed() : null
}

/** A name may be as long as an event. */
const MAX_NAME = 255

/** The name in this field, cut to the length of names; null if there is none. */
export function shortTextIn(value: unknown, field: string): string | null {
  return textIn(value, field)?.trim().slice(0, MAX_NAME).toWellFormed() || null
}

/** The list in this field; empty if there is none. */
export function listIn(value: unknown, field: string): readonly unknown[] {
  const list = objectOf(value)?.[field]
  return Array.isArray(list) ? list : []
}
