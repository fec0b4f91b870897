import type { z } from 'zod'
import { parseSettings, type Values } from './config.ts'
import { SETTING_GROUPS } from './settings.ts'

/* Every setting as the console shows it, read off the schema itself: a new one appears by itself. */

/** How a setting is typed in. */
export type SettingKind =
  | { readonly type: 'text' }
  | { readonly type: 'number'; readonly min: number | null; readonly max: number | null }
  | { readonly type: 'choice'; readonly options: readonly string[] }
  | { readonly type: 'flag' }
  | { readonly type: 'secret' }

export type Setting = {
  readonly name: string
  readonly group: string
  readonly meaning: string
  readonly kind: SettingKind
  /** Null where there is none. */
  readonly fallback: string | null
  /** What holds now; always null for a secret. */
  readonly value: string | null
  readonly isSet: boolean
  readonly source: 'environment' | 'file' | 'default'
  /** The file says something else since the start: it holds from the next one on. */
  readonly isPending: boolean
  readonly isSetNext: boolean
  /** What holds then, if it differs; always null for a secret. */
  readonly next: string | null
}

/** What the settings were read from: at the start, and as the file is now. */
export type SettingSources = {
  readonly env: Values
  readonly fileAtStart: string | null
  readonly fileNow: string | null
}

/** All settings, in their groups. */
export function describeSettings({ env, fileAtStart, fileNow }: SettingSources): Setting[] {
  const [then, now] = [readFile(fileAtStart), readFile(fileNow)]
  return Object.entries(SETTING_GROUPS).flatMap(([group, fields]) =>
    Object.entries(fields).map(([name, field]: [string, z.ZodType]) => {
      const fallback = textOf(defaultOf(field))
      const [held, next] = [givenValue(env, then, name), givenValue(env, now, name)]
      const kind = [held, next].some(hasPassword) ? ({ type: 'secret' } as const) : kindOf(field)
      const isSecret = kind.type === 'secret'
      const isPending = held !== next
      return {
        name,
        group,
        meaning: field.description ?? '',
        kind,
        fallback,
        value: isSecret ? null : (held ?? fallback),
        isSet: held !== null,
        source: held === null ? 'default' : isGiven(env, name) ? 'environment' : 'file',
        isPending,
        isSetNext: next !== null,
        next: isSecret || !isPending ? null : (next ?? fallback),
      } as const
    }),
  )
}

/** An address may carry somebody's password; then it is shown to nobody, as keys are. */
function hasPassword(value: string | null): boolean {
  if (value === null || !URL.canParse(value)) return false
  const { username, password } = new URL(value)
  return username !== '' || password !== ''
}

/** True where the environment has a say, if only to leave it empty: then the file has none. */
export function isGiven(env: Values, name: string): boolean {
  return env[name] !== undefined
}

function givenValue(env: Values, file: Values, name: string): string | null {
  return textOf(isGiven(env, name) ? env[name] : file[name])
}

/** An empty text is no value, as config.ts has it. */
function textOf(value: unknown): string | null {
  return value === undefined || value === null || value === '' ? null : String(value)
}

/** A file that somebody broke by hand since the start sets nothing, and is told when it is written. */
function readFile(text: string | null): Values {
  try {
    return text === null ? {} : parseSettings(text)
  } catch {
    return {}
  }
}

function kindOf(field: z.ZodType): SettingKind {
  if (field.meta()?.secret === true) return { type: 'secret' }
  const inner = innermost(field)
  if (inner.type === 'number') {
    const min = lowest(field, finite(inner.minValue))
    return { type: 'number', min, max: finite(inner.maxValue) }
  }
  if (inner.type !== 'enum') return { type: 'text' }
  const options = (inner.options ?? []).map(String)
  return options.join() === '0,1' ? { type: 'flag' } : { type: 'choice', options }
}

/** The parts of zod's own description that say what a field takes. */
type Described = {
  readonly type: string
  readonly def: {
    readonly innerType?: Described
    readonly in?: Described
    readonly defaultValue?: unknown
  }
  readonly options?: readonly unknown[]
  readonly minValue?: number | null
  readonly maxValue?: number | null
}

/** What is typed in: below defaults, options and transformations. */
function innermost(field: z.ZodType): Described {
  let at = field as unknown as Described
  for (;;) {
    const below = at.def.innerType ?? at.def.in
    if (below === undefined) return at
    at = below
  }
}

/** The default as it would be typed in: above a transformation it would be what came out of it. */
function defaultOf(field: z.ZodType): unknown {
  let at: Described | undefined = field as unknown as Described
  while (at !== undefined && at.def.defaultValue === undefined) at = at.def.innerType ?? at.def.in
  return at?.def.defaultValue
}

/** The least that is taken: zod names zero as the limit of positive numbers, which it is not itself. */
function lowest(field: z.ZodType, min: number | null): number | null {
  if (min === null || field.safeParse(min).success) return min
  const isWhole = !field.safeParse(min + 0.5).success
  return isWhole ? min + 1 : null
}

/** A limit somebody set: a whole number has zod's own, the largest there is. */
function finite(limit: number | null | undefined): number | null {
  const isSet = typeof limit === 'number' && Math.abs(limit) < Number.MAX_SAFE_INTEGER
  return isSet ? limit : null
}
