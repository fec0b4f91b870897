import { z } from 'zod'
import { answeringSettings } from './settings/answers.ts'
import { contextSettings } from './settings/context.ts'
import { fileSettings } from './settings/files.ts'
import { memorySettings } from './settings/memory.ts'
import { modelSettings } from './settings/models.ts'
import { serverSettings } from './settings/server.ts'
import { telegramSettings } from './settings/telegram.ts'

/**
 * The settings in groups, as the console shows them. Each has a `label`, which is its title there; one whose value must
 * never be shown is marked `secret`.
 */
export const SETTING_GROUPS = {
  server: serverSettings,
  models: modelSettings,
  context: contextSettings,
  answers: answeringSettings,
  memory: memorySettings,
  telegram: telegramSettings,
  files: fileSettings,
}

/** Every setting, in one place; docs/configuration.md is generated from it. */
export const Settings = z.object({
  ...serverSettings,
  ...modelSettings,
  ...contextSettings,
  ...answeringSettings,
  ...memorySettings,
  ...telegramSettings,
  ...fileSettings,
})

/** The title of a setting in the console and the documentation. */
export function settingLabel(field: z.ZodType): string {
  return String(field.meta()?.label ?? '')
}
