import type { Pin } from '../db/answers/context-references.ts'
import type { Send, SendState } from '../domain/channels/send.ts'
import { AppError, isAppError } from '../domain/errors.ts'
import type { AnswerId, PersonId, ReferenceId, SessionId, WorkspaceId } from '../domain/ids.ts'
import type { MemoryOwner } from '../domain/memory.ts'
import type { Author, Delivery, Reaction } from '../domain/message.ts'
import { checkStaff, type Principal } from '../domain/principal.ts'
import type { Tool } from '../models/language-model.ts'
import { checkDelivery, checkMayEdit, type WriteTarget } from './access/authorize-write.ts'
import {
  type ChatPreferenceChange,
  type ChatPreferences,
  changeChatPreferences,
  readChatPreferences,
} from './access/chat-settings.ts'
import { answer } from './answer/answer.ts'
import type { AnswerDeps, AnswerRequest } from './answer/deps.ts'
import { type Feedback, giveFeedback } from './answer/feedback.ts'
import { forgetConversation } from './answer/forget-session.ts'
import {
  changePersona,
  type PersonaChange,
  type Personas,
  readPersonas,
} from './answer/personas.ts'
import { type ReplayOptions, replayQuestion } from './answer/replay.ts'
import { type BotStatus, decideSend, describeBots, describeSends } from './answer/sends.ts'
import type { Answer } from './answer/store-answer.ts'
import { type BuiltContext, buildContext } from './context/build-context.ts'
import { addReference, listReferences, removeReference, type Wanted } from './context/references.ts'
import { type ContextRequest, resolveQuestion } from './context/resolve-question.ts'
import type { ReceiveDeps } from './receive/deps.ts'
import { deleteMessage, editMessage } from './receive/edit-message.ts'
import { type Received, receive } from './receive/receive.ts'
import { setReactions } from './receive/set-reactions.ts'
import { restrictDeps } from './restrict-deps.ts'
import type { ToolOutput } from './tools/tool.ts'
import { nothingLookedUp } from './tools/tool.ts'
import { TOOLS_TIMEOUT_MS } from './tools/tool-box.ts'
import { listTools, runTool } from './tools/tools.ts'
import { type CatchUp, type CatchUpRequest, catchUp } from './views/catch-up/catch-up.ts'
import { type Conversations, createConversations } from './views/conversations.ts'
import { type Corrections, createCorrections } from './views/correct-links.ts'
import { type Explained, explain } from './views/explain.ts'
import {
  browseAnswers,
  browseConversations,
  readConversation,
  type SessionOverview,
} from './views/list-conversations.ts'
import { type FileSearchRequest, type FoundInFiles, searchInFiles } from './views/search-files.ts'
import { createTimelines, type Timelines } from './views/timeline.ts'

export type EngineDeps = ReceiveDeps & AnswerDeps

/** The engine's API, the same for every channel. Every method takes the principal it acts for. */
export type Engine = {
  /** Reading chats without asking a question. */
  readonly timelines: Timelines
  /** Reading the conversations of a thread. */
  readonly conversations: Conversations
  /** Corrections of which messages form one conversation. */
  readonly corrections: Corrections
  receive(principal: Principal, delivery: Delivery): Promise<Received>
  edit(
    principal: Principal,
    target: WriteTarget,
    edit: { text: string; editedAt: Date },
  ): Promise<{ changed: boolean }>
  delete(principal: Principal, target: WriteTarget): Promise<{ deleted: boolean }>
  /** Replaces all reactions of a message. */
  setReactions(
    principal: Principal,
    target: WriteTarget,
    reactions: readonly Reaction[],
  ): Promise<{ changed: boolean }>
  buildContext(principal: Principal, request: ContextRequest): Promise<BuiltContext>
  /** What a person missed in a thread, by conversation. */
  catchUp(principal: Principal, threadId: string, request: CatchUpRequest): Promise<CatchUp>
  ask(principal: Principal, request: ContextRequest, asked: AnswerRequest): Promise<Answer>
  why(principal: Principal, id: AnswerId): Promise<Explained>
  /** The question of an answer again, with another model or setting; stores no answer. */
  replay(principal: Principal, id: AnswerId, options: ReplayOptions): Promise<Explained>
  /** The memory owner of questions in this chat: the group, or the asker; null for none. */
  findMemory(
    principal: Principal,
    threadId: string,
    author?: Author | null,
  ): Promise<MemoryOwner | null>
  /** The asker of later questions: the named author, stored if unknown, else the caller's own person. */
  findAsker(principal: Principal, author: Author | null): Promise<PersonId | null>
  /** The tools a language model may call, for callers with a model of their own. */
  readonly tools: readonly Tool[]
  /** Runs one tool in the chat, if any, for the person it answers. */
  runTool(
    principal: Principal,
    call: {
      readonly threadId: string | null
      readonly author: Author | null
      readonly name: string
      readonly args: unknown
    },
  ): Promise<ToolOutput>
  browseAnswers(
    principal: Principal,
    page: Parameters<typeof browseAnswers>[1],
  ): ReturnType<typeof browseAnswers>
  browseConversations(principal: Principal, limit: number): ReturnType<typeof browseConversations>
  readConversation(principal: Principal, id: SessionId): Promise<SessionOverview>
  forgetConversation(principal: Principal, id: SessionId): Promise<void>
  feedback(principal: Principal, feedback: Feedback): Promise<void>
  searchFiles(principal: Principal, request: FileSearchRequest): Promise<FoundInFiles>
  addReference(principal: Principal, threadId: string, wanted: Wanted): Promise<ReferenceId>
  listReferences(principal: Principal, threadId: string): Promise<Pin[]>
  removeReference(principal: Principal, id: ReferenceId): Promise<void>
  describeSends(principal: Principal, states: readonly SendState[]): Promise<Send[]>
  decideSend(principal: Principal, id: number, decision: 'again' | 'dismiss'): Promise<Send>
  describeBots(principal: Principal): Promise<BotStatus[]>
  readPersonas(principal: Principal, threadId: string | null): Promise<Personas>
  changePersona(
    principal: Principal,
    threadId: string | null,
    change: PersonaChange,
  ): Promise<Personas>
  readChatPreferences(principal: Principal, threadId: string): Promise<ChatPreferences>
  changeChatPreferences(
    principal: Principal,
    threadId: string,
    wanted: ChatPreferenceChange,
  ): Promise<ChatPreferences>
}

/** A tool call has no question text. */
const NOTHING_ASKED = {
  text: '',
  messageId: null,
  replyTo: null,
  quote: null,
  askedAt: null,
  budgetTokens: 0,
} as const

/** Binds the functions to their dependencies. */
export function createEngine(deps: EngineDeps): Engine {
  const { database } = deps
  return {
    timelines: createTimelines(deps),
    conversations: createConversations(deps),
    corrections: createCorrections(deps),
    receive: async (principal, delivery) => {
      await checkDelivery(principal, delivery, database)
      return receive(principal.workspaceId, delivery, deps)
    },
    edit: async (principal, target, edit) => {
      await checkMayEdit(principal, target, database)
      return editMessage(principal.workspaceId, target, edit, deps)
    },
    delete: async (principal, target) => {
      await checkMayEdit(principal, target, database)
      return deleteMessage(principal.workspaceId, target, deps)
    },
    setReactions: async (principal, target, reactions) => {
      checkStaff(principal)
      return setReactions(principal.workspaceId, target, reactions, deps)
    },
    buildContext: async (principal, request) => {
      const question = await resolveQuestion(principal, request, deps, { keepAsker: false })
      return buildContext(question, deps)
    },
    catchUp: (principal, threadId, request) => catchUp(principal, threadId, request, deps),
    ask: async (principal, request, asked) => {
      const isStored = asked.isStored !== false
      const question = await resolveQuestion(principal, request, deps, { keepAsker: isStored })
      const used = restrictDeps(principal, isStored, deps)
      return noting(deps, question.workspaceId, asked.signal, () => answer(question, asked, used))
    },
    why: (principal, id) => explain(principal, id, database),
    replay: (principal, id, options) =>
      replayQuestion(principal, id, options, restrictDeps(principal, false, deps)),
    findMemory: async (principal, threadId, author = null) => {
      const asker = { ...NOTHING_ASKED, threadId, author }
      return (await resolveQuestion(principal, asker, deps, { keepAsker: false })).memory
    },
    findAsker: async (principal, author) => {
      const asker = { ...NOTHING_ASKED, threadId: null, author }
      return (await resolveQuestion(principal, asker, deps, { keepAsker: true })).personId
    },
    tools: listTools(deps.tools.off),
    runTool: async (principal, { threadId, author, name, args }) => {
      const asker = { ...NOTHING_ASKED, threadId, author }
      const question = await resolveQuestion(principal, asker, deps, { keepAsker: false })
      const signal = AbortSignal.timeout(TOOLS_TIMEOUT_MS)
      return runTool(
        { question, signal, lookedUp: nothingLookedUp(), lines: new Map() },
        { name, args },
        restrictDeps(principal, true, deps),
      )
    },
    browseAnswers: (principal, page) => browseAnswers(principal, page, deps),
    browseConversations: (principal, limit) => browseConversations(principal, limit, deps),
    readConversation: (principal, id) => readConversation(principal, id, deps),
    forgetConversation: (principal, id) => forgetConversation(principal, id, deps),
    feedback: (principal, feedback) => giveFeedback(principal, feedback, deps),
    searchFiles: (principal, request) => searchInFiles(principal, request, deps),
    addReference: (principal, threadId, wanted) => addReference(principal, threadId, wanted, deps),
    listReferences: (principal, threadId) => listReferences(principal, threadId, deps),
    removeReference: (principal, id) => removeReference(principal, id, deps),
    describeSends: (principal, states) => describeSends(principal, states, deps),
    decideSend: (principal, id, decision) => decideSend(principal, id, decision, deps),
    describeBots: (principal) => describeBots(principal, deps),
    readPersonas: (principal, threadId) => readPersonas(principal, threadId, deps),
    changePersona: (principal, threadId, change) =>
      changePersona(principal, threadId, change, deps),
    readChatPreferences: (principal, threadId) => readChatPreferences(principal, threadId, deps),
    changeChatPreferences: (principal, threadId, wanted) =>
      changeChatPreferences(principal, threadId, wanted, deps),
  }
}

async function noting<T>(
  deps: EngineDeps,
  workspaceId: WorkspaceId,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
) {
  try {
    return await work()
  } catch (failure) {
    const error = signal?.aborted ? gone(failure) : failure
    const code = isAppError(error) ? error.code : 'internal'
    deps.record({ name: 'question.failed', workspaceId, code })
    throw error
  }
}

function gone(cause: unknown): AppError {
  return new AppError(
    'cancelled',
    'The client closed the connection; the model call was cancelled.',
    { cause },
  )
}
