import type { FailedJob, JobQueue } from '../db/engine/job-queue.ts'
import { type Exported, exportPerson } from '../db/forgetting/export-person.ts'
import { findRolling, type RollingSummary } from '../db/sessions/rolling-summaries.ts'
import { retrySession } from '../db/sessions/session-life.ts'
import {
  listSynonyms,
  replaceSynonyms,
  type Synonym,
  type TopicSummary,
} from '../db/sessions/topic-summaries.ts'
import { AppError } from '../domain/errors.ts'
import type { PersonId, SessionId, WorkspaceId } from '../domain/ids.ts'
import {
  type MemoryOwner,
  memoryScope,
  personMemory,
  type RollingKind,
  slugOf,
} from '../domain/memory.ts'
import { checkStaff, type Principal } from '../domain/principal.ts'
import { workspaceScope } from '../domain/scope.ts'
import {
  type Corrected,
  type Correction,
  correctSession,
  dropSessionMemory,
  type Whose,
} from './correct.ts'
import { type DeletedChat, deleteChat } from './delete-chat.ts'
import type { MemoryDeps } from './deps.ts'
import { createFacts, type Facts } from './facts/manage-facts.ts'
import { type Forgotten, forgetPerson } from './forget.ts'
import { type ExportScope, exportMemories } from './import/export-memories.ts'
import { importMemories, type MemoryImport, type MemoryReport } from './import/import-memories.ts'
import { createImports, type Imports } from './imports.ts'
import { changeOptOut, createLinkCode, linkPeople, unlinkPerson } from './people.ts'
import {
  listRememberedPeople,
  type SeenGroup,
  type SeenPerson,
  seeGroup,
  seePerson,
} from './read-memory.ts'
import { findWho } from './resolve-person.ts'
import { changeVisibility, closeNow, heartbeat, type SessionStatus } from './sessions.ts'
import { NOTHING_KNOWN, type Opening, type StartedSession, startNew } from './start-session.ts'
import { buildTopic } from './summaries/build-topic.ts'
import { resolveSlug } from './summaries/resolve-slug.ts'

/** The memory API, the same for every channel. Every method takes the principal it acts for. */
export type Memory = {
  heartbeat(principal: Principal, id: SessionId): Promise<SessionStatus>
  changeVisibility(principal: Principal, id: SessionId, isVisible: boolean): Promise<SessionStatus>
  startNew(
    principal: Principal,
    id: SessionId | null,
    personId: PersonId | null,
    opening?: Opening,
  ): Promise<StartedSession>
  closeNow(principal: Principal, id: SessionId): Promise<SessionStatus>
  readRolling(
    principal: Principal,
    person: string,
    kind: RollingKind,
  ): Promise<RollingSummary | null>
  /** The same for an owner the engine resolved for the caller. */
  readOwned(
    principal: Principal,
    owner: MemoryOwner,
    kind: RollingKind,
  ): Promise<RollingSummary | null>
  buildTopic(principal: Principal, person: string, topic: string): Promise<TopicSummary>
  listPeople(
    principal: Principal,
    page: Parameters<typeof listRememberedPeople>[1],
  ): ReturnType<typeof listRememberedPeople>
  see(principal: Principal, person: string): Promise<SeenPerson>
  /** The same for a group the engine resolved for the caller. */
  seeGroup(principal: Principal, owner: MemoryOwner | null): Promise<SeenGroup>
  correct(
    principal: Principal,
    whose: Whose,
    sessionId: SessionId,
    correction: Correction,
  ): Promise<Corrected>
  /** Deletes the summary of one session for good. */
  unremember(principal: Principal, whose: Whose, sessionId: SessionId): Promise<void>
  optOut(principal: Principal, person: string, isOptedOut: boolean): Promise<void>
  forget(principal: Principal, person: string): Promise<Forgotten>
  deleteChat(principal: Principal, threadId: string): Promise<DeletedChat>
  readonly imports: Imports
  readonly facts: Facts
  export(principal: Principal, person: string): Promise<Exported>
  /** The facts of a person, a chat or the workspace, to be imported elsewhere. */
  exportMemories(principal: Principal, scope: ExportScope): ReturnType<typeof exportMemories>
  /** Stores memories of a file, of this or another program. */
  importMemories(principal: Principal, wanted: MemoryImport): Promise<MemoryReport>
  createLinkCode(
    principal: Principal,
    person: string,
  ): Promise<{ readonly code: string; readonly expiresAt: Date }>
  link(
    principal: Principal,
    person: string,
    by: { readonly code: string } | { readonly person: string },
  ): Promise<void>
  unlink(principal: Principal, person: string): Promise<void>
  readSynonyms(principal: Principal): Promise<readonly Synonym[]>
  changeSynonyms(principal: Principal, synonyms: readonly Synonym[]): Promise<readonly Synonym[]>
  listFailedJobs(principal: Principal): Promise<readonly FailedJob[]>
  retryJob(principal: Principal, id: string): Promise<void>
}

/** Binds the functions to their dependencies. `queue` is null until the job queue is open. */
export function createMemory(deps: MemoryDeps, queue: () => JobQueue | null): Memory {
  const { database } = deps
  const within = <T>(
    { workspaceId }: Principal,
    work: Parameters<typeof database.within<T>>[1],
  ): Promise<T> => database.within(workspaceScope(workspaceId), work)
  const scrub = (workspaceId: WorkspaceId) =>
    queue()?.send('scrub', [{ key: 'scrub', workspaceId }])
  const readOwned: Memory['readOwned'] = ({ workspaceId }, owner, kind) =>
    database.within(memoryScope(workspaceId, owner), (db) =>
      findRolling(db, workspaceId, owner, kind),
    )
  return {
    imports: createImports(deps, scrub),
    facts: createFacts(deps),
    heartbeat: (principal, id) => heartbeat(principal, id, deps),
    changeVisibility: (principal, id, visible) => changeVisibility(principal, id, visible, deps),
    startNew: (principal, id, personId, opening = NOTHING_KNOWN) =>
      startNew(principal, id, personId, opening, deps),
    closeNow: (principal, id) => closeNow(principal, id, deps),
    readRolling: async (principal, person, kind) => {
      const who = await within(principal, (db) => findWho(db, principal, person))
      return readOwned(principal, personMemory(who.selfId), kind)
    },
    readOwned,
    buildTopic: async (principal, person, topic) => {
      const { workspaceId } = principal
      const who = await within(principal, (db) => findWho(db, principal, person))
      if (who.isOptedOut) throw optedOut()
      if (!deps.settings.remembers(workspaceId)) throw unknownTopic(topic)
      const slug = await within(principal, (db) => resolveSlug(db, workspaceId, topic))
      const owner = personMemory(who.selfId)
      const built = slug === '' ? null : await buildTopic({ workspaceId, owner, slug }, deps)
      if (built === null) throw unknownTopic(topic)
      return built
    },
    listPeople: (principal, page) => listRememberedPeople(principal, page, deps),
    see: (principal, person) => seePerson(principal, person, deps),
    seeGroup: (principal, owner) => seeGroup(principal, owner, deps),
    correct: (principal, whose, id, correction) =>
      correctSession(principal, whose, { sessionId: id, correction }, deps),
    unremember: (principal, whose, id) => dropSessionMemory(principal, whose, id, deps),
    optOut: (principal, person, isOptedOut) => changeOptOut(principal, person, isOptedOut, deps),
    forget: async (principal, person) => {
      const { workspaceId } = principal
      const who = await within(principal, (db) => findWho(db, principal, person))
      const forgotten = await forgetPerson(workspaceId, who.names, deps)
      await scrub(workspaceId)
      return forgotten
    },
    deleteChat: async (principal, threadId) => {
      const deleted = await deleteChat(principal, threadId, deps)
      await scrub(principal.workspaceId)
      return deleted
    },
    export: (principal, person) =>
      within(principal, async (db) => {
        const { names } = await findWho(db, principal, person)
        return exportPerson(db, principal.workspaceId, names)
      }),
    exportMemories: (principal, scope) => exportMemories(principal, scope, deps),
    importMemories: (principal, wanted) => importMemories(principal, wanted, deps),
    createLinkCode: (principal, person) => createLinkCode(principal, person, deps),
    link: (principal, person, by) => linkPeople(principal, person, by, deps),
    unlink: (principal, person) => unlinkPerson(principal, person, deps),
    readSynonyms: (principal) => {
      checkStaff(principal)
      return within(principal, (db) => listSynonyms(db, principal.workspaceId))
    },
    changeSynonyms: (principal, synonyms) => {
      checkStaff(principal)
      return within(principal, async (db) => {
        await replaceSynonyms(db, principal.workspaceId, cleanSynonyms(synonyms))
        return listSynonyms(db, principal.workspaceId)
      })
    },
    listFailedJobs: async (principal) => {
      checkStaff(principal)
      return (await queue()?.listFailed(principal.workspaceId)) ?? []
    },
    retryJob: async (principal, id) => {
      checkStaff(principal)
      const failed = await queue()?.takeFailed(principal.workspaceId, id)
      if (!failed)
        throw new AppError(
          'job_not_found',
          `No failed job "${id}". GET /api/jobs/failed lists them.`,
        )
      const { kind, job } = failed
      await within(principal, async (db) => {
        const { workspaceId } = principal
        if (kind === 'summarise') {
          await retrySession(db, workspaceId, job.sessionId as SessionId)
        }
      })
      await queue()?.send(kind, [job])
    },
  }
}

/** Slugs on both sides, and no alias of itself. */
function cleanSynonyms(synonyms: readonly Synonym[]): Synonym[] {
  const clean = new Map<string, string>()
  for (const { alias, slug } of synonyms) {
    const [from, to] = [slugOf(alias), slugOf(slug)]
    if (from !== '' && to !== '' && from !== to) clean.set(from, to)
  }
  return [...clean].map(([alias, slug]) => ({ alias, slug }))
}

function optedOut(): AppError {
  return new AppError('memory_opted_out', 'This person opted out of memory; opt in first.')
}

function unknownTopic(topic: string): AppError {
  return new AppError(
    'topic_unknown',
    `No memory of the topic "${topic.slice(0, 60)}" is stored. Topics come from the tags of closed sessions: see GET /api/people/{id}/memory.`,
  )
}
