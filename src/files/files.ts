import { listChatsWith } from '../db/answers/context-references.ts'
import { bumpVersion } from '../db/engine/data-versions.ts'
import type { Db } from '../db/engine/database.ts'
import { listChunks } from '../db/files/chunks.ts'
import {
  findFile,
  findFileContent,
  type Listed,
  listFiles,
  lockFile,
  touchFile,
} from '../db/files/files.ts'
import { forget } from '../db/forgetting/forget.ts'
import { savePeople } from '../db/messages/people.ts'
import { type ChatRef, parseThreadId } from '../domain/chat.ts'
import { AppError, isAppError } from '../domain/errors.ts'
import type { FileAudience, IncomingFile, StoredFile } from '../domain/file.ts'
import type { ChatId, FileId, PersonId } from '../domain/ids.ts'
import type { Author } from '../domain/message.ts'
import { mayActAs, type Principal } from '../domain/principal.ts'
import { workspaceScope } from '../domain/scope.ts'
import { normalisePath } from './normalise-path.ts'
import { type FileOutcome, type KeepDeps, storeFile } from './store-file.ts'

/** The rules of access/access.ts, passed in: files/ does not import the engine. */
type Access = {
  findVisibleChat(db: Db, principal: Principal, ref: ChatRef): Promise<{ readonly id: ChatId }>
  maySee(db: Db, principal: Principal, chat: { readonly id: ChatId }): Promise<boolean>
  findAsker(
    db: Db,
    principal: Principal,
    channel: string,
    author: Author | null,
  ): Promise<{ readonly id: PersonId } | null>
}

type FilesDeps = KeepDeps & { readonly access: Access }

/** The requested owner of a file: a chat, a person, or, where both are null, the sender. */
export type Owner = { readonly threadId: string | null; readonly author: Author | null }

/** A file with its text, whole or in chunks. */
type ShownFile = {
  readonly file: StoredFile
  readonly content: string | null
  readonly chunks: Awaited<ReturnType<typeof listChunks>> | null
}

/** The operations on files, for every channel. Each takes the principal it acts for. */
export type Files = {
  keep(principal: Principal, owner: Owner, file: IncomingFile): Promise<FileOutcome>
  list(
    principal: Principal,
    owner: Owner,
    page: { readonly above: FileId; readonly limit: number; readonly path: string | null },
  ): Promise<StoredFile[]>
  show(principal: Principal, id: FileId, as: 'content' | 'chunks'): Promise<ShownFile>
  delete(principal: Principal, id: FileId): Promise<void>
}

/** The channel of people who upload without a chat. */
const NO_CHAT_CHANNEL = 'api'

/** Binds the functions to their dependencies. */
export function createFiles(deps: FilesDeps): Files {
  const { database, access, now } = deps
  const within = <T>({ workspaceId }: Principal, work: (db: Db) => Promise<T>) =>
    database.within(workspaceScope(workspaceId), work)
  return {
    keep: async (principal, owner, file) => {
      const audience = await within(principal, (db) => findAudience(db, principal, owner, access))
      return storeFile(principal.workspaceId, audience, file, deps)
    },
    list: (principal, owner, { above, limit, path }) =>
      within(principal, async (db) => {
        const listed = await findListed(db, principal, owner, access)
        const page = { above, limit, path: path === null ? null : normalisePath(path) }
        return listFiles(db, principal.workspaceId, listed, page)
      }),
    show: (principal, id, as) =>
      within(principal, async (db) => {
        const { workspaceId } = principal
        const file = await findReadable(db, principal, id, access)
        await touchFile(db, workspaceId, id, now())
        return as === 'content'
          ? { file, content: await findFileContent(db, workspaceId, id), chunks: null }
          : { file, content: null, chunks: await listChunks(db, workspaceId, id) }
      }),
    delete: (principal, id) =>
      within(principal, async (db) => {
        const { workspaceId } = principal
        const file = await findShown(db, principal, id, access)
        checkMayChange(principal, file)
        if (!(await lockFile(db, workspaceId, id))) throw notFound(id)
        await forget(db, workspaceId, { files: [id] }, { answers: 'empty', now: now() })
        await bumpVersion(db, workspaceId, file)
        deps.record({ name: 'file.deleted', workspaceId, fileId: id })
      }),
  }
}

/** The audience of a new file; throws where the principal may not add it. */
async function findAudience(
  db: Db,
  principal: Principal,
  { threadId, author }: Owner,
  access: Access,
): Promise<FileAudience> {
  if (threadId !== null) {
    if (author !== null) throw oneOwner()
    const chat = await access.findVisibleChat(db, principal, parseThreadId(threadId))
    return { chatId: chat.id, personId: null }
  }
  const isStaff = mayActAs(principal.role, 'staff')
  if (author === null && isStaff) return { chatId: null, personId: null }
  const person = await access.findAsker(db, principal, NO_CHAT_CHANNEL, author)
  if (person !== null) return { chatId: null, personId: person.id }
  if (author === null) {
    throw new AppError(
      'forbidden',
      'This key has no person, so the file would have no owner. Use a key with a person, or a staff key.',
    )
  }
  const saved = await savePeople(db, principal.workspaceId, NO_CHAT_CHANNEL, [author])
  const owner = saved.get(author.externalId)
  // Without an owner the file would be visible to everyone.
  if (owner === undefined) throw new Error('a person was stored but not found')
  return { chatId: null, personId: owner.id }
}

async function findListed(
  db: Db,
  principal: Principal,
  { threadId, author }: Owner,
  access: Access,
): Promise<Listed> {
  if (threadId !== null) {
    if (author !== null) throw oneOwner()
    const chat = await access.findVisibleChat(db, principal, parseThreadId(threadId))
    return { kind: 'chat', chatId: chat.id }
  }
  if (author === null) {
    const isStaff = mayActAs(principal.role, 'staff')
    return isStaff ? { kind: 'all' } : { kind: 'shown', personId: principal.personId }
  }
  const person = await access.findAsker(db, principal, NO_CHAT_CHANNEL, author)
  // No row has the id 0: an unknown person has no files.
  return { kind: 'person', personId: person?.id ?? (0 as PersonId) }
}

/** A file the principal may see, or one that is pinned to a chat they may see: a pin shares it for reading. */
async function findReadable(
  db: Db,
  principal: Principal,
  id: FileId,
  access: Access,
): Promise<StoredFile> {
  try {
    return await findShown(db, principal, id, access)
  } catch (error) {
    if (!isAppError(error, 'file_not_found')) throw error
    for (const chatId of await listChatsWith(db, principal.workspaceId, id)) {
      const file = await findFile(db, principal.workspaceId, id)
      if (file !== null && (await access.maySee(db, principal, { id: chatId }))) return file
    }
    throw error
  }
}

/** The file, if it exists and the principal may see it; otherwise not found. */
async function findShown(
  db: Db,
  principal: Principal,
  id: FileId,
  { maySee }: Access,
): Promise<StoredFile> {
  const file = await findFile(db, principal.workspaceId, id)
  if (file === null) throw notFound(id)
  if (mayActAs(principal.role, 'staff')) return file
  const { chatId, personId } = file
  const isShown =
    chatId === null
      ? personId === null || personId === principal.personId
      : await maySee(db, principal, { id: chatId })
  if (!isShown) throw notFound(id)
  return file
}

function checkMayChange({ role }: Principal, { chatId, personId }: FileAudience): void {
  if (chatId !== null || personId !== null || mayActAs(role, 'staff')) return
  throw new AppError(
    'forbidden',
    'This file belongs to the whole workspace. Ask the operator of Earshot to delete it.',
  )
}

function notFound(id: FileId): AppError {
  return new AppError(
    'file_not_found',
    `No file "${id}" is known to you. GET /api/files lists them.`,
  )
}

function oneOwner(): AppError {
  return new AppError(
    'invalid_request',
    'A file belongs to a chat or to a person: send thread_id or author, not both.',
  )
}
