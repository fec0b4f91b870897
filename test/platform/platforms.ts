import type { Platform } from './platform.ts'
import { startSlackPlatform } from './slack-platform.ts'
import { startTelegramPlatform } from './telegram-platform.ts'

/** Every channel's platform, on this machine. A new channel gets a line here. */
export const PLATFORMS: Readonly<Record<string, () => Promise<Platform>>> = {
  telegram: startTelegramPlatform,
  slack: startSlackPlatform,
}
