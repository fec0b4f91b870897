import { createRoute, z } from '@hono/zod-openapi'
import { AppError } from '../../domain/errors.ts'
import type { WorkspaceId } from '../../domain/ids.ts'
import type { Principal } from '../../domain/principal.ts'
import { requireRole } from '../auth.ts'
import type { Api } from '../env.ts'
import { jsonBody, jsonReply, problems } from '../wire/wire.ts'

const Kind = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text') }),
  z.object({
    type: z.literal('number'),
    min: z.number().nullable(),
    max: z.number().nullable(),
  }),
  z.object({ type: z.literal('choice'), options: z.array(z.string()).readonly() }),
  z.object({ type: z.literal('flag') }),
  z.object({ type: z.literal('secret') }),
])

/** The functions of settings-file.ts that the API needs. Settings are the server's, not a workspace's. */
export type SettingsAccess = {
  /** Only admins of this workspace may change the server's settings. */
  readonly workspaceId: WorkspaceId
  list(): Promise<readonly DescribedSetting[]>
  change(
    changes: Readonly<Record<string, string | number | boolean | null>>,
  ): Promise<readonly DescribedSetting[]>
  restart(): void
  /** When the current settings were read. */
  readonly readAt: Date
}
type DescribedSetting = {
  readonly name: string
  readonly group: string
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
    name: z.string(),
    group: z.string(),
    meaning: z.string().openapi({ description: 'Description of the setting' }),
    kind: Kind,
    default: z.string().nullable().openapi({ description: 'Null if there is none' }),
    value: z.string().nullable().openapi({
      description: 'Current value, as it is entered; null for secrets, which are never returned',
    }),
    is_set: z.boolean().openapi({ description: 'False if the default applies' }),
    source: z.enum(['environment', 'file', 'default']),
    is_pending: z
      .boolean()
      .openapi({ description: 'True if another value applies after a restart' }),
    is_set_next: z.boolean().openapi({ description: 'True if it is set after a restart' }),
    next: z
      .string()
      .nullable()
      .openapi({ description: 'Value after a restart, if it differs; null for secrets' }),
  })
  .openapi('Setting')
export type WireSetting = z.infer<typeof WireSetting>

const SettingList = z
  .object({
    settings: z.array(WireSetting),
    read_at: z.string().openapi({
      description: 'Time at which the current values were read, at the start of the server',
    }),
  })
  .openapi('Settings')
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
      .refine((changes) => Object.keys(changes).length > 0, 'must name a setting'),
  })
  .openapi('SettingChanges')

const list = createRoute({
  method: 'get',
  path: '/api/settings',
  summary: 'List all settings with description, value and source',
  description: 'Keys, tokens and the database URL are never returned, only whether they are set.',
  middleware: [requireRole('admin')] as const,
  responses: { 200: jsonReply(SettingList, 'The settings'), ...problems },
})
const change = createRoute({
  method: 'put',
  path: '/api/settings',
  summary: 'Change settings; they apply after a restart',
  description:
    'All changes are written to earshot.config.json, or none; null removes a setting. A setting of the environment is rejected, as the environment overrides the file.',
  middleware: [requireRole('admin')] as const,
  request: { body: jsonBody(Changes) },
  responses: {
    200: jsonReply(SettingList, 'All settings; the changed ones are pending'),
    ...problems,
  },
})

const restart = createRoute({
  method: 'post',
  path: '/api/settings/restart',
  summary: 'Restart the server to apply changed settings',
  description:
    'Requests in progress are finished first. If the server cannot start with the new settings, it continues with the previous ones, and the new ones stay pending.',
  middleware: [requireRole('admin')] as const,
  request: { body: jsonBody(z.strictObject({})) },
  responses: {
    202: { description: 'Restart started; it is complete when `read_at` has changed' },
    ...problems,
  },
})

/** The routes of the server's settings, for operators. */
export function addSettingsRoutes(api: Api, desk: SettingsAccess): void {
  const read_at = desk.readAt.toISOString()
  api.openapi(list, async (c) => {
    checkOwner(c.get('principal'), desk)
    return c.json({ settings: (await desk.list()).map(toWire), read_at }, 200)
  })
  api.openapi(change, async (c) => {
    checkOwner(c.get('principal'), desk)
    const changed = await desk.change(c.req.valid('json').changes)
    return c.json({ settings: changed.map(toWire), read_at }, 200)
  })
  api.openapi(restart, (c) => {
    checkOwner(c.get('principal'), desk)
    desk.restart()
    return c.body(null, 202)
  })
}

function checkOwner({ workspaceId }: Principal, settings: SettingsAccess): void {
  if (workspaceId === settings.workspaceId) return
  throw new AppError('forbidden', 'Settings are the server’s. Ask whoever runs it to change them.')
}

function toWire(setting: DescribedSetting): WireSetting {
  const { name, group, meaning, kind, value, source, next } = setting
  return {
    ...{ name, group, meaning, kind, value, source, next },
    default: setting.fallback,
    is_set: setting.isSet,
    is_pending: setting.isPending,
    is_set_next: setting.isSetNext,
  }
}
