import { AppError } from './errors.ts'
import type { PersonId, WorkspaceId } from './ids.ts'

export const ROLES = ['member', 'staff', 'admin'] as const
export type Role = (typeof ROLES)[number]

/**
 * Who a request acts for. The workspace comes from the key and from nowhere else. A member acts for its own person
 * only; staff and admin may name the person they act for.
 */
export type Principal = {
  readonly workspaceId: WorkspaceId
  readonly role: Role
  readonly personId: PersonId | null
  /** The key of the rate limit: the API key's public part, or the client's address where no key is required. */
  readonly name: string
}

/** True if the role includes what `needed` may do. */
export function mayActAs(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed)
}

/** Throws `forbidden` for a member. */
export function checkStaff({ role }: Principal, message = 'This needs a staff key.'): void {
  if (!mayActAs(role, 'staff')) throw new AppError('forbidden', message)
}
