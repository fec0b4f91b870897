import type { z } from '@hono/zod-openapi'

/** Every named shape, for the document: see docs/document.ts. */
export const NAMED_SHAPES = new Map<string, z.ZodType>()

/**
 * Names a shape: in the document it is defined once and linked from every place that uses it. For shapes that are
 * used more than once, or that clients name. A field that may be null or left out is described in this order, or the
 * generator writes the shape out again: `Shape.nullable().openapi({ description }).optional()`.
 */
export function shape<T extends z.ZodType>(name: string, description: string, schema: T): T {
  const named = schema.openapi(name, { description })
  NAMED_SHAPES.set(name, named)
  return named
}
