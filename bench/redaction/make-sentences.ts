import { type Random, seededRandom } from '../../test/chaos/seeded-random.ts'
import { barePhone, card, email, iban, ip, mac, phone } from './contact-values.ts'
import { identity } from './identity-values.ts'
import { harmless } from './negatives.ts'
import { type Disguise, disguise, disguisesOf } from './obfuscate.ts'
import { secret } from './secret-values.ts'
import {
  BARE_PHONE_TEMPLATES,
  IDENTITY_LABELS,
  LABELLED_TEMPLATES,
  OPEN_IDENTITIES,
  OPEN_TEMPLATES,
  type TemplateSet,
} from './templates.ts'
import { anyOf } from './text-random.ts'

export const KINDS = [
  'email',
  'phone',
  'card',
  'iban',
  'national id',
  'ip',
  'mac',
  'secret',
] as const
export type Kind = (typeof KINDS)[number]

/** A text, and the one thing in it that must not be read; null where there is nothing. */
export type Sentence = {
  readonly text: string
  readonly hidden: {
    readonly kind: Kind
    readonly start: number
    readonly end: number
    readonly disguise: Disguise | 'plain'
  } | null
}

type Value = { readonly value: string; readonly template: string }

/** The same sentences for the same seed: so many plain and so many disguised of each kind, and harmless ones. */
export function makeSentences(
  seed: number,
  set: TemplateSet,
  counts: { readonly plain: number; readonly disguised: number; readonly harmless: number },
): Sentence[] {
  const random = seededRandom(seed)
  const many = <T>(count: number, make: (i: number) => T) =>
    Array.from({ length: count }, (_, i) => make(i))
  return [
    ...KINDS.flatMap((kind) => many(counts.plain, () => sentence(random, set, kind, 'plain'))),
    ...KINDS.flatMap((kind) => {
      const disguises = disguisesOf(kind)
      return many(counts.disguised, (i) =>
        sentence(random, set, kind, disguises[i % disguises.length] ?? 'zero-width'),
      )
    }),
    ...many(counts.harmless, () => ({ text: harmless(random, set), hidden: null })),
  ]
}

function sentence(random: Random, set: TemplateSet, kind: Kind, how: Disguise | 'plain'): Sentence {
  const { value, template } = valueFor(random, set, kind)
  const shown = how === 'plain' ? value : disguise(random, value, kind, how)
  const start = template.indexOf('{}')
  return {
    text: template.slice(0, start) + shown + template.slice(start + 2),
    hidden: { kind, start, end: start + shown.length, disguise: how },
  }
}

function valueFor(random: Random, set: TemplateSet, kind: Kind): Value {
  const open = () => anyOf(random, OPEN_TEMPLATES[set])
  if (kind === 'national id') return identityValue(random, set)
  if (kind === 'secret') return secretValue(random, open())
  if (kind === 'phone' && random.chance(0.25)) {
    return { value: barePhone(random), template: anyOf(random, BARE_PHONE_TEMPLATES[set]) }
  }
  const make = { email, phone, card, iban, ip, mac }[kind]
  return { value: make(random), template: open() }
}

function identityValue(random: Random, set: TemplateSet): Value {
  const { country, value } = identity(random)
  const isOpen = OPEN_IDENTITIES.includes(country) && random.chance(0.5)
  if (isOpen) return { value, template: anyOf(random, OPEN_TEMPLATES[set]) }
  const label = anyOf(random, IDENTITY_LABELS[set][country] ?? ['ID'])
  const template = anyOf(random, LABELLED_TEMPLATES[set])
  return { value, template: template.replace('{label}', label) }
}

function secretValue(random: Random, template: string): Value {
  const { before, value, after } = secret(random)
  const place = template.indexOf('{}')
  return {
    value,
    template: `${template.slice(0, place)}${before}{}${after}${template.slice(place + 2)}`,
  }
}
