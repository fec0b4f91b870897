import fc from 'fast-check'

/* What people do to a chat, at random. */

export type ForgettingStep =
  | { readonly kind: 'write' | 'reply' | 'mention' | 'mention-reply'; readonly who: number }
  | { readonly kind: 'ask' | 'ask-once'; readonly who: number }
  | {
      readonly kind: 'file' | 'note' | 'team-note' | 'old-note' | 'update' | 'old-parent'
      readonly who: number
    }
  | {
      readonly kind: 'delete-message' | 'delete-session' | 'delete-file' | 'delete-fact'
      readonly which: number
    }
  | { readonly kind: 'forget' | 'opt-out'; readonly who: number }
  | { readonly kind: 'pass'; readonly minutes: number }
  | { readonly kind: 'upkeep' | 'retention' | 'delete-chat' }

const who = fc.nat({ max: 2 })
const which = fc.nat({ max: 9 })
const oneOf = <K extends ForgettingStep['kind']>(...kinds: K[]) => fc.constantFrom(...kinds)

const step = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      kind: oneOf('write', 'reply', 'mention', 'mention-reply', 'ask', 'ask', 'ask-once'),
      who,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: oneOf('file', 'note', 'team-note', 'old-note', 'update', 'old-parent'),
      who,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: oneOf('delete-message', 'delete-session', 'delete-file', 'delete-fact'),
      which,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: oneOf('forget', 'forget', 'opt-out'), who }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: oneOf('pass'), minutes: fc.constantFrom(2, 20, 3_000) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: oneOf('upkeep', 'upkeep', 'upkeep', 'retention') }) },
  { weight: 1, arbitrary: fc.record({ kind: oneOf('delete-chat') }) },
) as fc.Arbitrary<ForgettingStep>

/** Steps in order, and those that happen while a model is called, one a call. */
export const forgettingSteps = fc.record({
  inOrder: fc.array(step, { minLength: 8, maxLength: 24 }),
  meanwhile: fc.array(step, { maxLength: 3 }),
})
