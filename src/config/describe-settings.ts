import type { z } from 'zod'
import { parseSettings, type Values } from './config.ts'
import { SETTING_GROUPS, settingLabel } from './settings.ts'

/* Every setting as the console shows it, derived from the schema: a new one appears automatically. */

/** How a setting is entered. */
export type SettingKind =
  | { readonly type: 'text' }
  | { readonly type: 'number'; readonly min: number | null; readonly max: number | null }
  | { readonly type: 'choice'; readonly options: readonly string[] }
  | { readonly type: 'flag' }
  | { readonly type: 'secret' }

export type Setting = {
  readonly name: string
  readonly group: string
  readonly label: string
  readonly meaning: string
  readonly kind: SettingKind
  /** Null where there is none. */
  readonly fallback: string | null
  /** The value in use; always null for a secret. */
  readonly value: string | null
  readonly isSet: boolean
  readonly source: 'environment' | 'file' | 'default'
  /** The file has changed since the start: its value applies from the next start on. */
  readonly isPending: boolean
  readonly isSetNext: boolean
  /** The value from the next start on, if it differs; always null for a secret. */
  readonly next: string | null
}

/** The inputs of the settings: at the start, and as the file is now. */
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
        label: settingLabel(field),
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

/** A URL may contain a password; then it is a secret, as keys are. */
function hasPassword(value: string | null): boolean {
  if (value === null || !URL.canParse(value)) return false
  const { username, password } = new URL(value)
  return username !== '' || password !== ''
}

/** True if the environment sets it, even to an empty value: then the file's value is ignored. */
export function isGiven(env: Values, name: string): boolean {
  return env[name] !== undefined
}

function givenValue(env: Values, file: Values, name: string): string | null {
  return textOf(isGiven(env, name) ? env[name] : file[name])
}

/** An empty text is no value, as in config.ts. */
function textOf(value: unknown): string | null {
  return value === undefined || value === null || value === '' ? null : String(value)
}

/** A file that is invalid since the start sets nothing; the error is reported when it is written. */
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

/** The parts of zod's internal definition that describe a field's input. */
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

/** The input type, below defaults, options and transformations. */
function innermost(field: z.ZodType): Described {
  let at = field as unknown as Described
  for (;;) {
    const below = at.def.innerType ?? at.def.in
    if (below === undefined) return at
    at = below
  }
}

/** The default as it would be entered: above a transformation it would be the transformed value. */
function defaultOf(field: z.ZodType): unknown {
  let at: Described | undefined = field as unknown as Described
  while (at !== undefined && at.def.defaultValue === undefined) at = at.def.innerType ?? at.def.in
  return at?.def.defaultValue
}

/** The smallest allowed value: zod reports zero for positive numbers, which is not allowed itself. */
function lowest(field: z.ZodType, min: number | null): number | null {
  if (min === null || field.safeParse(min).success) return min
  const isWhole = !field.safeParse(min + 0.5).success
  return isWhole ? min + 1 : null
}

/** An explicit limit: for a whole number zod reports its own, the largest safe integer. */
function finite(limit: number | null | undefined): number | null {
  const isSet = typeof limit === 'number' && Math.abs(limit) < Number.MAX_SAFE_INTEGER
  return isSet ? limit : null
}
