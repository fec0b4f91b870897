import type { PersonId, WorkspaceId } from './ids.ts'

export const ROLES = ['member', 'staff', 'admin'] as const
export type Role = (typeof ROLES)[number]

/**
 * Who knocked. The workspace comes from the key and from nowhere else. A member speaks for its own
 * person only; staff and admin may name the person they act for.
 */
export type Principal = {
  readonly workspaceId: WorkspaceId
  readonly role: Role
  readonly personId: PersonId | null
  /** Counts towards the rate limit: the key's public part, or where an open door was knocked from. */
  readonly name: string
}

/** True if the role includes what `needed` may do. */
export function mayActAs(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed)
}
