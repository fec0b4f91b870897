/* Reads third-party JSON: each field has the expected type, or it is absent. */

export type Fields = Readonly<Record<string, unknown>>

/** The value as an object; null for anything else. */
export function asFields(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : null
}

/** A text that is not empty, or null. */
export function fieldText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** An id, which may be written as a number or as a text. */
export function idOf(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : null
  return fieldText(value)
}

/** A count that is not negative, or null; some exports write numbers as text. */
export function countOf(value: unknown): number | null {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null
}

/** The objects of a list; other values are left out. */
export function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(asFields).filter((one) => one !== null) : []
}

/** The texts of a list. */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.flatMap((one) => fieldText(one) ?? []) : []
}
