import type { ChatId, PersonId, WorkspaceId } from '../../domain/ids.ts'

/** The files that may be shown: the chat's, the person's if they are alone with the bot, the workspace's. */
export type AudienceFilter = {
  readonly workspaceId: WorkspaceId
  readonly chatId: ChatId | null
  readonly personId: PersonId | null
  /** False in a chat that may not see the workspace's files (EARSHOT_WORKSPACE_FILES). */
  readonly seesShared: boolean
}

/** SQL: the rows of a table that may be shown; $1 to $3 are shownParams. */
export function SHOWN(row: string, { seesShared }: AudienceFilter): string {
  const shared = seesShared ? `${row}.person_id is null or ` : ''
  return `${row}.workspace_id = $1 and (${row}.chat_id = $2 or (${row}.chat_id is null
     and (${shared}${row}.person_id = $3)))`
}

/** The parameters of SHOWN. */
export function shownParams({ workspaceId, chatId, personId }: AudienceFilter) {
  return [workspaceId, chatId, personId] as const
}
