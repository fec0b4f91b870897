/* The shapes of Discord's objects, as far as this server makes them. */

export type WireUser = {
  readonly id: string
  readonly username: string
  readonly global_name: string | null
  readonly discriminator: '0'
  readonly avatar: null
  readonly bot?: boolean
}

export type WireRole = {
  readonly id: string
  readonly name: string
  readonly permissions: string
  readonly managed: boolean
  readonly tags?: { readonly bot_id: string }
}

export type WireMember = {
  readonly user: WireUser
  nick: string | null
  roles: string[]
  joined_at: string
}

export type Overwrite = {
  readonly id: string
  readonly type: 0 | 1
  readonly allow: string
  readonly deny: string
}

export type WireRoom = {
  readonly id: string
  readonly type: number
  readonly guild_id?: string
  readonly parent_id?: string | null
  name?: string
  last_message_id: string | null
  permission_overwrites?: Overwrite[]
  thread_metadata?: { archived: boolean; archive_timestamp: string; locked: boolean }
  readonly recipients?: readonly WireUser[]
}

export type WireMessage = {
  readonly id: string
  readonly channel_id: string
  readonly guild_id?: string
  readonly author: WireUser
  readonly member?: { readonly nick: string | null; readonly roles: readonly string[] }
  content: string
  readonly timestamp: string
  edited_timestamp: string | null
  readonly type: number
  readonly tts: false
  readonly mention_everyone: boolean
  mentions: readonly WireUser[]
  mention_roles: readonly string[]
  attachments: readonly Readonly<Record<string, unknown>>[]
  embeds: readonly Readonly<Record<string, unknown>>[]
  components: readonly unknown[]
  readonly sticker_items?: readonly { readonly id: string; readonly name: string }[]
  readonly poll?: unknown
  readonly pinned: boolean
  readonly flags?: number
  readonly nonce?: string
  readonly webhook_id?: string
  readonly message_reference?: {
    readonly type: number
    readonly message_id?: string
    readonly channel_id: string
  }
  readonly referenced_message?: WireMessage | null
  readonly message_snapshots?: readonly { readonly message: Readonly<Record<string, unknown>> }[]
  reactions: { emoji: { id: string | null; name: string }; count: number; me: boolean }[]
}

/** A refusal in Discord's words. */
export class WireRefusal extends Error {
  readonly status: number
  readonly code: number
  readonly errors: unknown

  constructor(status: number, code: number, message: string, errors?: unknown) {
    super(message)
    this.status = status
    this.code = code
    this.errors = errors
  }
}

/** A form of which one field is wrong. */
export function badField(path: readonly string[], code: string, message: string): WireRefusal {
  const errors = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), {
    _errors: [{ code, message }],
  })
  return new WireRefusal(400, 50035, 'Invalid Form Body', errors)
}
