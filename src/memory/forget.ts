import { erasePrompts } from '../db/answers/erase-answers.ts'
import { bumpVersion } from '../db/engine/data-versions.ts'
import type { Db } from '../db/engine/database.ts'
import { listAnswersWithEntered, listEnteredOfPeople } from '../db/facts/entered-facts.ts'
import { deleteFactsOfPeople } from '../db/facts/facts.ts'
import { forget } from '../db/forgetting/forget.ts'
import {
  deleteOwn,
  listAnswersMadeFrom,
  listChatsOf,
  listOwnAnswers,
  listOwnFiles,
  listOwnMessages,
  listOwnSessions,
  type PersonIds,
} from '../db/forgetting/forget-person.ts'
import { lockForgetting } from '../db/forgetting/lock-forgetting.ts'
import { lockChat } from '../db/messages/chats.ts'
import { recordMemoryChange } from '../db/sessions/memory-owners.ts'
import type { ChatId, WorkspaceId } from '../domain/ids.ts'
import { workspaceScope } from '../domain/scope.ts'
import type { MemoryDeps } from './deps.ts'

/** Messages erased per transaction: others must not wait for all of them. */
const ROWS_PER_BATCH = 500

export type Forgotten = {
  readonly messages: number
  readonly sessions: number
  readonly files: number
}

/**
 * Forgets a person: their messages, the answers made from them, their memory, files and names.
 * Summaries of groups they wrote in are deleted and rebuilt from the others' messages. Rows are gone when
 * this returns; the files of the database are rewritten soon after (scrub.ts). It is idempotent, and must
 * be run again after a crash: it continues where it stopped.
 */
export async function forgetPerson(
  workspaceId: WorkspaceId,
  people: PersonIds,
  deps: MemoryDeps,
): Promise<Forgotten> {
  const started = performance.now()
  const { database } = deps
  const scope = workspaceScope(workspaceId)
  const chats = await database.within(scope, (db) => listChatsOf(db, workspaceId, people))
  let messages = 0
  for (const chatId of chats) {
    for (;;) {
      const erased = await database.within(scope, (db) =>
        forgetSome(db, workspaceId, chatId, people, deps.now()),
      )
      messages += erased
      if (erased === 0) break
    }
  }
  const { sessions, files } = await database.within(scope, (db) =>
    forgetOwn(db, workspaceId, people, deps.now()),
  )
  deps.dropCaches()
  await deps.checkpoint()
  const ms = Math.round(performance.now() - started)
  for (const personId of people) {
    deps.record({ name: 'person.forgotten', workspaceId, personId, messages, sessions, ms })
  }
  return { messages, sessions, files }
}

async function forgetSome(
  db: Db,
  workspaceId: WorkspaceId,
  chatId: ChatId,
  people: PersonIds,
  now: Date,
): Promise<number> {
  // Blocks storing, linking and answering in this chat.
  await lockChat(db, chatId)
  const messages = await listOwnMessages(db, workspaceId, chatId, people, ROWS_PER_BATCH)
  if (messages.length === 0) return 0
  await forget(db, workspaceId, { messages }, { answers: 'delete', now })
  await bumpVersion(db, workspaceId, { chatId, personId: null })
  return messages.length
}

async function forgetOwn(db: Db, workspaceId: WorkspaceId, people: PersonIds, now: Date) {
  const sessions = await listOwnSessions(db, workspaceId, people)
  const files = await listOwnFiles(db, workspaceId, people)
  // Before the search for answers: none may be stored in between.
  await lockForgetting(db, workspaceId, 'exclusive')
  const entered = await listEnteredOfPeople(db, workspaceId, people)
  const answers = [
    ...(await listOwnAnswers(db, workspaceId, people)),
    ...(await listAnswersMadeFrom(db, workspaceId, people)),
    ...(await listAnswersWithEntered(db, workspaceId, entered)),
  ]
  await deleteFactsOfPeople(db, workspaceId, people)
  await forget(db, workspaceId, { sessions, files, answers }, { answers: 'delete', now })
  await deleteOwn(db, workspaceId, people, now)
  await erasePrompts(db, workspaceId, null)
  for (const personId of people) {
    await recordMemoryChange(db, workspaceId, { chatId: null, personId })
  }
  return { sessions: sessions.length, files: files.length }
}
