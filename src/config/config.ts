import type { z } from 'zod'
import { AppError } from '../domain/errors.ts'
import { RENAMED_SETTINGS, Settings, settingLabel } from './settings.ts'

export type Config = Readonly<z.output<typeof Settings>>

export type Values = Readonly<Record<string, unknown>>

/**
 * Reads the settings; the environment overrides the file. The only reader of the environment: called once, in
 * main.ts; tests pass a plain object.
 */
export function readConfig(env: Values, fileText: string | null): Config {
  const names = Object.keys(Settings.shape)
  const file = fileText === null ? {} : parseSettings(fileText)
  const current = withCurrentNames(env)
  const given = names.flatMap((name) => {
    const value = current[name] ?? file[name]
    // Shells and compose files set an empty variable for "not set".
    return value === undefined || value === '' ? [] : [[name, value] as const]
  })
  const result = Settings.safeParse(Object.fromEntries(given))
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const name = String(issue?.path[0] ?? '')
  throw new AppError(
    'bad_config',
    `${name} is not valid: ${issue?.message ?? 'unknown reason'}. See docs/configuration.md: ${Settings.shape[name as keyof Config]?.description ?? ''}`,
    { details: { setting: name } },
  )
}

/** The settings of earshot.config.json, by name; an unknown name is refused. */
export function parseSettings(text: string): Values {
  const bad = (why: string) =>
    new AppError(
      'bad_config',
      `earshot.config.json ${why}. docs/configuration.md lists all settings.`,
    )
  let file: unknown
  try {
    file = JSON.parse(text)
  } catch (error) {
    throw bad(`is not JSON (${error instanceof Error ? error.message : error})`)
  }
  if (typeof file !== 'object' || file === null || Array.isArray(file))
    throw bad('is not an object')
  const settings = withCurrentNames(file as Values)
  const unknown = Object.keys(settings).find((name) => !Object.hasOwn(Settings.shape, name))
  if (unknown !== undefined) throw bad(`has an unknown setting "${unknown}"`)
  // Numbers and flags may be written as such; the environment has only strings.
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      typeof value === 'boolean' ? String(Number(value)) : value,
    ]),
  )
}

/** The same, with deprecated names replaced; a current name beside its deprecated one wins. */
export function withCurrentNames(values: Values): Values {
  const renamed = [...RENAMED_SETTINGS].flatMap(([old, name]) =>
    values[old] === undefined ? [] : [[name, values[old]]],
  )
  const others = Object.entries(values).filter(
    ([name, value]) => !RENAMED_SETTINGS.has(name) && value !== undefined,
  )
  return { ...Object.fromEntries(renamed), ...Object.fromEntries(others) }
}

/** The content of docs/configuration.md. */
export function configurationDocs(): string {
  const rows = Object.entries(Settings.shape).map(([name, field]) => {
    const fallback = field.safeParse(undefined).data
    const shown = fallback === undefined || String(fallback) === '' ? '' : `\`${String(fallback)}\``
    return `| \`${name}\` | ${settingLabel(field)} | ${shown} | ${field.description ?? ''} |`
  })
  return [
    '# Configuration',
    '',
    'Settings are environment variables, or the same names in `earshot.config.json` in the working',
    'directory; the environment overrides the file. The label is the title in the console. `npm run docs` generates this',
    'page from `src/config/settings`.',
    '',
    '| name | label | default | meaning |',
    '|---|---|---|---|',
    ...rows,
    '',
    'Deprecated names, which are still read:',
    '',
    ...[...RENAMED_SETTINGS].map(([old, name]) => `- \`${old}\`: now \`${name}\``),
    '',
  ].join('\n')
}
