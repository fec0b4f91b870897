import { accountRoutes } from './accounts.ts'
import { guildRoutes } from './guilds.ts'
import { messageRoutes } from './messages.ts'
import type { Route } from './route.ts'

/** Every endpoint that this server knows. */
export const ROUTES: readonly Route[] = [...accountRoutes, ...guildRoutes, ...messageRoutes]
