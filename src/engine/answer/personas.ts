import { insertPrompt, listPrompts, type StoredPrompt } from '../../db/answers/prompts.ts'
import type { Database } from '../../db/engine/database.ts'
import { findChatSettings, updateChatSettings } from '../../db/messages/chats.ts'
import { isTimeZone } from '../../domain/calendar.ts'
import { parseThreadId } from '../../domain/chat.ts'
import { AppError } from '../../domain/errors.ts'
import { checkStaff, type Principal } from '../../domain/principal.ts'
import { workspaceScope } from '../../domain/scope.ts'
import { findVisibleChat } from '../access/access.ts'
import { DEFAULT_PERSONA } from '../write/persona.ts'

/* How the assistant speaks, by default or in one chat. Every change is stored as a version, and an old one
 * can be set again; the rules that make answers checkable are not part of it and cannot be changed here. */

const MAX_VERSIONS = 50
const FOR_STAFF = 'Only staff may read and change prompts. Use a staff or admin key.'

export type Personas = {
  /** The newest version; null where none was set or it was reset. */
  readonly persona: string | null
  readonly defaultPersona: string
  readonly versions: readonly StoredPrompt[]
  /** The chat's time zone; null for the default. */
  readonly timeZone: string | null
}

export type PersonaChange = {
  /** Null resets to the default; absent leaves it unchanged. */
  readonly persona?: string | null | undefined
  readonly timeZone?: string | null | undefined
}

type PersonaDeps = { readonly database: Database; readonly now: () => Date }

/** Reads the persona of a chat or, without one, the default. For staff. */
export async function readPersonas(
  principal: Principal,
  threadId: string | null,
  { database }: Pick<PersonaDeps, 'database'>,
): Promise<Personas> {
  checkStaff(principal, FOR_STAFF)
  const { workspaceId } = principal
  return database.within(workspaceScope(workspaceId), async (db) => {
    const chat = threadId && (await findVisibleChat(db, principal, parseThreadId(threadId)))
    const chatId = chat ? chat.id : null
    const versions = await listPrompts(db, workspaceId, chatId, MAX_VERSIONS)
    const settings = chatId === null ? {} : await findChatSettings(db, workspaceId, chatId)
    return {
      persona: versions[0]?.persona ?? null,
      defaultPersona: DEFAULT_PERSONA,
      versions,
      timeZone: settings.timeZone ?? null,
    }
  })
}

/** Sets the persona or the time zone of a chat or, without one, the default. For staff. */
export async function changePersona(
  principal: Principal,
  threadId: string | null,
  { persona, timeZone }: PersonaChange,
  deps: PersonaDeps,
): Promise<Personas> {
  checkStaff(principal, FOR_STAFF)
  const { workspaceId } = principal
  if (timeZone != null && !isTimeZone(timeZone)) {
    throw new AppError('invalid_request', 'time_zone: must be a name such as Europe/Kyiv.')
  }
  if (timeZone !== undefined && threadId === null) {
    throw new AppError(
      'invalid_request',
      'time_zone: needs a thread_id; EARSHOT_TIME_ZONE is the default of all chats.',
    )
  }
  await deps.database.within(workspaceScope(workspaceId), async (db) => {
    const chat = threadId && (await findVisibleChat(db, principal, parseThreadId(threadId)))
    const chatId = chat ? chat.id : null
    if (chatId !== null && timeZone !== undefined) {
      await updateChatSettings(db, workspaceId, chatId, { timeZone })
    }
    if (persona === undefined) return
    const version = await insertPrompt(db, workspaceId, chatId, { persona, createdAt: deps.now() })
    if (version !== null) return
    throw new AppError(
      'write_not_made',
      'It was changed by another request at the same time. Read the newest version and retry.',
    )
  })
  return readPersonas(principal, threadId, deps)
}
