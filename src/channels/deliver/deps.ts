import type { BotDeps } from '../deps.ts'
import type { ChatBackoff } from './chat-backoff.ts'

export type DeliverDeps = BotDeps & { readonly rests: ChatBackoff }
