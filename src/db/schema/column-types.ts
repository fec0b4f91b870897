import { customType } from 'drizzle-orm/pg-core'

/* Column types that drizzle has no name for. */

/** Text in byte order, so that all values with one prefix are adjacent in an index. */
export const byteText = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

/** The terms of a text with their positions. */
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** An embedding, of any length. */
export const vector = customType<{ data: string }>({ dataType: () => 'vector' })

/** Raw bytes. */
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })
