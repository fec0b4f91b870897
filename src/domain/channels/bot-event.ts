import type { ErrorCode } from '../errors.ts'

/** Events of the bots, on whichever channel. */
export type BotEvent =
  | { readonly name: 'channel.listening'; readonly channel: string; readonly bot: string }
  | { readonly name: 'events.received'; readonly channel: string; readonly count: number }
  | {
      readonly name: 'send.ended'
      readonly channel: string
      readonly kind: string
      readonly state: string
      readonly ms: number
    }
  | {
      readonly name: 'channel.failed'
      readonly channel: string
      readonly step: string
      /** The platform's own status, where it responded. */
      readonly status: number | null
      /** The error message; only of calls that carry no message text. */
      readonly problem?: string
      readonly code: ErrorCode
    }
