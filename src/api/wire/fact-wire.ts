import { z } from '@hono/zod-openapi'
import { FACT_ATTRIBUTES, FACT_STATUSES, type Fact } from '../../domain/fact.ts'
import { count, decimal, flag, text, textOrNull, time, timeOrNull } from './fields.ts'
import { shape } from './shape.ts'

export const WireFact = shape(
  'Fact',
  'A statement of a person that is remembered',
  z.object({
    id: text('Id of the fact', '12'),
    text: text('The fact as a sentence', 'Ann lives in Lisbon'),
    about: z
      .object({
        kind: z.enum(['person', 'group', 'thing']).openapi({ description: 'What it is about' }),
        person_id: textOrNull(
          'Internal id of the person, or of the owner of the thing; null if it is nobody known',
          '5',
        ),
        name: textOrNull('Name as it was typed; null for the group', 'Ann'),
      })
      .openapi({ description: 'Whom or what it is about' }),
    attribute: z.enum(FACT_ATTRIBUTES).openapi({
      description: 'Kind of the fact; `note`: a sentence as it was remembered or imported',
      example: 'home',
    }),
    value: text('What the attribute is', 'Lisbon'),
    said_by: z
      .object({
        id: text('Internal id of the person', '5'),
        name: text('Name of the person', 'Ann'),
      })
      .openapi({ description: 'Who stated it' }),
    said_at: time('When it was stated'),
    valid_from: time('From when on it holds'),
    valid_to: timeOrNull('When it was ended by a later statement; null while it holds'),
    times: count('How often it was stated', 1),
    confidence: decimal('How sure it is, 0 to 1', 0.9),
    status: z.enum(FACT_STATUSES).openapi({
      description:
        '`active`: used in answers. `proposed`: waits for a person to confirm it. `rejected`, `corrected`: no longer used',
    }),
    pinned: flag('True if it comes before other facts'),
    source: text(
      'What found it: `rules`, a model, `remembered` on request, `import`, or `person` for a correction',
      'rules',
    ),
    changed_by: textOrNull('Who confirmed, rejected, pinned or corrected it last', 'admin'),
    changed_at: timeOrNull('When that was'),
  }),
)
export type WireFact = z.infer<typeof WireFact>

/** A fact on the wire. */
export function toWireFact(fact: Fact): WireFact {
  const { about } = fact
  const personId =
    about.kind === 'group' ? null : about.kind === 'person' ? about.personId : about.of
  return {
    id: String(fact.id),
    text: fact.text,
    about: {
      kind: about.kind,
      person_id: personId === null ? null : String(personId),
      name: about.kind === 'group' ? null : about.name,
    },
    attribute: fact.attribute,
    value: fact.value,
    said_by: { id: String(fact.saidBy), name: fact.saidByName },
    said_at: fact.saidAt.toISOString(),
    valid_from: fact.validFrom.toISOString(),
    valid_to: fact.validTo?.toISOString() ?? null,
    times: fact.times,
    confidence: Math.round(fact.confidence * 100) / 100,
    status: fact.status,
    pinned: fact.isPinned,
    source: fact.modelId,
    changed_by: fact.changedBy,
    changed_at: fact.changedAt?.toISOString() ?? null,
  }
}
