import { z } from 'zod'
import { answeringSettings } from './settings/answers.ts'
import { botSettings } from './settings/bots.ts'
import { contextSettings } from './settings/context.ts'
import { discordSettings } from './settings/discord.ts'
import { fileSettings } from './settings/files.ts'
import { matrixSettings } from './settings/matrix.ts'
import { memorySettings } from './settings/memory.ts'
import { modelSettings } from './settings/models.ts'
import { serverSettings } from './settings/server.ts'
import { slackSettings } from './settings/slack.ts'
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
  bots: botSettings,
  telegram: telegramSettings,
  discord: discordSettings,
  matrix: matrixSettings,
  slack: slackSettings,
  files: fileSettings,
}

/** Every setting, in one place; docs/configuration.md is generated from it. */
export const Settings = z.object({
  ...serverSettings,
  ...modelSettings,
  ...contextSettings,
  ...answeringSettings,
  ...memorySettings,
  ...botSettings,
  ...telegramSettings,
  ...discordSettings,
  ...matrixSettings,
  ...slackSettings,
  ...fileSettings,
})

/** The title of a setting in the console and the documentation. */
export function settingLabel(field: z.ZodType): string {
  return String(field.meta()?.label ?? '')
}

const FORMERLY_TELEGRAM = [
  'NAMES',
  'MAY_HEAR',
  'MAY_ANSWER_IN',
  'MAY_ANSWER',
  'STREAM',
  'DIGEST',
  'QUIET_HOURS',
]

/** Deprecated names of settings, which are still read, and their names now. */
export const RENAMED_SETTINGS: ReadonlyMap<string, string> = new Map(
  FORMERLY_TELEGRAM.map((name) => [`EARSHOT_TELEGRAM_${name}`, `EARSHOT_BOT_${name}`]),
)
