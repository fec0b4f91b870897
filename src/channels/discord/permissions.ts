import type { DiscordRole, DiscordRoom } from './schemas.ts'

export const ADMINISTRATOR = 1n << 3n
export const MANAGE_GUILD = 1n << 5n
export const VIEW_CHANNEL = 1n << 10n
export const SEND_MESSAGES = 1n << 11n
export const READ_HISTORY = 1n << 16n

type RolesOf = {
  readonly id: string
  readonly ownerId: string | undefined
  readonly roles: ReadonlyMap<string, DiscordRole>
}

/** What a member may do in a server, apart from its channels. The server's own id is the role that everyone has. */
export function serverPermissions(
  { id, ownerId, roles }: RolesOf,
  member: { readonly id: string; readonly roles: readonly string[] },
): bigint {
  const own = [id, ...member.roles].flatMap((role) => roles.get(role)?.permissions ?? [])
  const granted = own.reduce((all, one) => all | BigInt(one), 0n)
  const isFirst = member.id === ownerId || (granted & ADMINISTRATOR) !== 0n
  return isFirst ? ~0n : granted
}

/** What a member may do in a channel: what the server grants, with the channel's changes to it. */
export function roomPermissions(
  guild: RolesOf,
  member: { readonly id: string; readonly roles: readonly string[] },
  { permission_overwrites: overwrites }: Pick<DiscordRoom, 'permission_overwrites'>,
): bigint {
  const granted = serverPermissions(guild, member)
  if ((granted & ADMINISTRATOR) !== 0n) return granted
  const of = (ids: readonly string[]) => overwrites.filter(({ id }) => ids.includes(id))
  // The most general first: everyone, all roles together, the member.
  return [of([guild.id]), of(member.roles), of([member.id])].reduce((permissions, changes) => {
    const deny = changes.reduce((all, change) => all | bits(change.deny), 0n)
    const allow = changes.reduce((all, change) => all | bits(change.allow), 0n)
    return (permissions & ~deny) | allow
  }, granted)
}

function bits(text: string): bigint {
  return /^\d{1,30}$/.test(text) ? BigInt(text) : 0n
}
