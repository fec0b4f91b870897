import { startDiscordPlatform } from './discord-platform.ts'
import { startMatrixPlatform } from './matrix-platform.ts'
import type { Platform } from './platform.ts'
import { startSlackPlatform } from './slack-platform.ts'
import { startTelegramPlatform } from './telegram-platform.ts'

/** Every channel's platform, on this machine. A new channel gets a line here. */
export const PLATFORMS: Readonly<Record<string, () => Promise<Platform>>> = {
  telegram: startTelegramPlatform,
  discord: startDiscordPlatform,
  matrix: startMatrixPlatform,
  slack: startSlackPlatform,
}
