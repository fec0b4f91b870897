import type { ChatId, PersonId, WorkspaceId } from './ids.ts'

/**
 * The rows a transaction may see. Every query runs inside a scope, and the database itself refuses rows
 * outside it (row-level security), so that a forgotten WHERE shows nothing instead of everything.
 *
 * `chat`: what a chat may see: its own messages, and nothing of any other chat. A null chat sees no
 * messages at all; a null person sees no person's memory. `workspace` is for staff and for upkeep.
 */
export type Scope = {
  readonly workspaceId: WorkspaceId
  readonly reach: { readonly kind: 'workspace' } | ({ readonly kind: 'chat' } & Audience)
}

/** The readers of a result. A person alone with the bot also sees their own files. */
export type Audience = {
  readonly chatId: ChatId | null
  readonly personId: PersonId | null
  readonly isAlone: boolean
}

/** The whole workspace: staff, import, upkeep. */
export function workspaceScope(workspaceId: WorkspaceId): Scope {
  return { workspaceId, reach: { kind: 'workspace' } }
}

/** The scope of this audience. */
export function audienceScope(workspaceId: WorkspaceId, audience: Audience): Scope {
  return { workspaceId, reach: { kind: 'chat', ...audience } }
}
