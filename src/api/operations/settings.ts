import { z } from '@hono/zod-openapi'
import { AppError } from '../../domain/errors.ts'
import type { WorkspaceId } from '../../domain/ids.ts'
import type { Principal } from '../../domain/principal.ts'
import { requireRole } from '../auth.ts'
import type { Api } from '../env.ts'
import { defineRoute } from '../route.ts'
import { arrayOf, decimalOrNull, flag, text, textOrNull, time } from '../wire/fields.ts'
import { jsonBody, jsonReply } from '../wire/wire.ts'

const Kind = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('text').openapi({ description: 'A text' }) }),
    z.object({
      type: z.literal('number').openapi({ description: 'A number' }),
      min: decimalOrNull('Smallest allowed value; null if there is none', 0),
      max: decimalOrNull('Largest allowed value; null if there is none', 65_535),
    }),
    z.object({
      type: z.literal('choice').openapi({ description: 'One of some values' }),
      options: z
        .array(z.string())
        .readonly()
        .openapi({
          description: 'The allowed values',
          example: ['off', 'on'],
        }),
    }),
    z.object({ type: z.literal('flag').openapi({ description: '`0` or `1`' }) }),
    z.object({
      type: z.literal('secret').openapi({ description: 'A text that is never returned' }),
    }),
  ])
  .openapi({
    description: 'How it is entered',
    example: { type: 'number', min: 0, max: 65_535 },
  })

/** The functions of settings-file.ts that the API needs. Settings are the server's, not a workspace's. */
export type SettingsAccess = {
  /** Only admins of this workspace may change the server's settings. */
  readonly workspaceId: WorkspaceId
  list(): Promise<readonly DescribedSetting[]>
  change(
    changes: Readonly<Record<string, string | number | boolean | null>>,
  ): Promise<readonly DescribedSetting[]>
  restart(): void
  /** Calls the model that the server runs with. */
  testModel(signal: AbortSignal): Promise<{
    readonly model: string
    readonly provider: string
    readonly isOffline: boolean
    /** Null if it answered. */
    readonly error: AppError | null
    readonly ms: number
    readonly tokens: number
  }>
  /** When the current settings were read. */
  readonly readAt: Date
}
type DescribedSetting = {
  readonly name: string
  readonly group: string
  readonly label: string
  readonly meaning: string
  readonly kind: z.infer<typeof Kind>
  readonly fallback: string | null
  readonly value: string | null
  readonly isSet: boolean
  readonly source: 'environment' | 'file' | 'default'
  readonly isPending: boolean
  readonly isSetNext: boolean
  readonly next: string | null
}

const WireSetting = z
  .object({
    name: text('Name of the setting', 'EARSHOT_PORT'),
    group: text('Group it belongs to', 'server'),
    label: text('Short title, unique', 'Port'),
    meaning: text('Description of the setting', 'Port to listen on; `0` picks a free port.'),
    kind: Kind,
    default: textOrNull('Value if it is not set; null if there is none', '3210'),
    value: textOrNull(
      'Current value, as it is entered; null for secrets, which are never returned, or if there is none',
      '3210',
    ),
    is_set: flag('False if the default applies'),
    source: z.enum(['environment', 'file', 'default']).openapi({
      description: 'Where the current value comes from; `file`: earshot.config.json',
      example: 'default',
    }),
    is_pending: flag('True if another value applies after a restart'),
    is_set_next: flag('True if it is set after a restart'),
    next: textOrNull('Value after a restart, if it differs; null for secrets, or if it does not'),
  })
  .openapi('Setting', { description: 'A setting of the server' })
export type WireSetting = z.infer<typeof WireSetting>

const SettingList = z
  .object({
    settings: arrayOf(WireSetting, 'All settings, in their groups'),
    read_at: time('Time at which the current values were read, at the start of the server'),
  })
  .openapi('Settings', { description: 'All settings of the server' })
export type SettingList = z.infer<typeof SettingList>

const MAX_CHARACTERS = 10_000
const Changes = z
  .strictObject({
    changes: z
      .record(
        z.string().max(100),
        z.union([
          // A zero byte cannot be in an environment variable either.
          z
            .string()
            .max(MAX_CHARACTERS)
            .refine((text) => !text.includes('\u0000'), 'must not hold a zero byte'),
          z.number(),
          z.boolean(),
          z.null(),
        ]),
      )
      .refine((changes) => Object.keys(changes).length > 0, 'must name a setting')
      .openapi({
        description: 'New values by the name of the setting; null removes a setting',
        example: { EARSHOT_PORT: 3300, EARSHOT_DEMO: null },
      }),
  })
  .openapi('SettingChanges', { description: 'Changes of settings, at least one' })

const list = defineRoute({
  method: 'get',
  path: '/api/settings',
  tag: 'Settings',
  role: 'admin',
  summary: 'List all settings with label, description, value and source',
  description: 'Keys, tokens and the database URL are never returned, only whether they are set.',
  middleware: [requireRole('admin')] as const,
  responses: { 200: jsonReply(SettingList, 'The settings') },
})
const change = defineRoute({
  method: 'put',
  path: '/api/settings',
  tag: 'Settings',
  role: 'admin',
  summary: 'Change settings; they apply after a restart',
  description:
    'All changes are written to earshot.config.json, or none; null removes a setting. A setting of the environment is rejected, as the environment overrides the file.',
  middleware: [requireRole('admin')] as const,
  request: { body: jsonBody(Changes) },
  responses: {
    200: jsonReply(SettingList, 'All settings; the changed ones are pending'),
  },
  errors: ['settings_not_writable'],
})

const restart = defineRoute({
  method: 'post',
  path: '/api/settings/restart',
  tag: 'Settings',
  role: 'admin',
  summary: 'Restart the server to apply changed settings',
  description:
    'Requests in progress are finished first. If the server cannot start with the new settings, it continues with the previous ones, and the new ones stay pending.',
  middleware: [requireRole('admin')] as const,
  request: { body: jsonBody(z.strictObject({}).openapi({ description: 'An empty object' }), {}) },
  responses: {
    202: { description: 'Restart started; it is complete when `read_at` has changed' },
  },
  errors: ['settings_not_writable'],
})

/** The routes of the server's settings, for operators. */
export function addSettingsRoutes(api: Api, desk: SettingsAccess): void {
  const read_at = desk.readAt.toISOString()
  api.openapi(list, async (c) => {
    checkSettingsOwner(c.get('principal'), desk)
    return c.json({ settings: (await desk.list()).map(toWire), read_at }, 200)
  })
  api.openapi(change, async (c) => {
    checkSettingsOwner(c.get('principal'), desk)
    const changed = await desk.change(c.req.valid('json').changes)
    return c.json({ settings: changed.map(toWire), read_at }, 200)
  })
  api.openapi(restart, (c) => {
    checkSettingsOwner(c.get('principal'), desk)
    desk.restart()
    return c.body(null, 202)
  })
}

/** Throws `forbidden` for a key of another workspace than the operator's. */
export function checkSettingsOwner({ workspaceId }: Principal, settings: SettingsAccess): void {
  if (workspaceId === settings.workspaceId) return
  throw new AppError(
    'forbidden',
    'Settings apply to the whole server. Ask its operator to change them.',
  )
}

function toWire(setting: DescribedSetting): WireSetting {
  const { name, group, label, meaning, kind, value, source, next } = setting
  return {
    ...{ name, group, label, meaning, kind, value, source, next },
    default: setting.fallback,
    is_set: setting.isSet,
    is_pending: setting.isPending,
    is_set_next: setting.isSetNext,
  }
}
