import { z } from '@hono/zod-openapi'
import { EXCLUSIONS } from '../../domain/candidate.ts'
import { count, decimal, flag, text, textOrNull } from './fields.ts'
import { shape } from './shape.ts'

/* Shapes that replies of several resources contain. */

export const WireSource = shape(
  'SourceReport',
  'One way of finding items (`conversation`, `messages`, `files`, `sessions` …) and its result',
  z.object({
    name: text('Name of the source', 'conversation'),
    found: count('Number of items it found', 12),
    ms: decimal('Duration in milliseconds', 3.2),
    failed: textOrNull('Error code if it failed, and the context was built without it; else null'),
  }),
)

export const WireTopic = shape(
  'SessionTopic',
  'A topic of a session, named by its person or inferred',
  z.object({
    slug: text('Topic in lower case, words joined by hyphens', 'product-launch'),
    label: text('Topic as it is displayed', 'Product launch'),
    score: decimal('Confidence, 0 to 1', 0.9),
  }),
)

export const WireRange = shape(
  'TextRange',
  'A part of a text to highlight, in UTF-16 code units',
  z.object({
    start: count('Index of its first code unit', 4),
    end: count('Index after its last code unit', 10),
  }),
)

export const WireHealth = shape(
  'HealthCheck',
  'One condition of readiness and its state',
  z.object({
    name: text('Name of the check', 'database'),
    ok: flag('True if it passed', true),
    optional: flag('True if the server stays ready without it', false),
    problem: textOrNull('Error message if it failed; else null'),
  }),
)

/** Why an item was left out. */
export const WireExclusion = z.enum(EXCLUSIONS).openapi({
  description:
    'Why it was left out. `over_budget`: no tokens left. `duplicate`: another item says the same. `type_cap`: enough of its kind. `below_threshold`: score too low. `other_conversation`: it belongs to another conversation. `empty`: no text. `not_relevant`: a language model found it useless',
})
