import { customType } from 'drizzle-orm/pg-core'

/* Column types that drizzle has no name for. */

/** Text in the order of its bytes, so that all with one beginning stand together in an index. */
export const byteText = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

/** The words of a text with their places. */
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** Numbers that stand for a meaning, of any length. */
export const vector = customType<{ data: string }>({ dataType: () => 'vector' })

/** Bytes as they are. */
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })
