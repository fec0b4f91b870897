import { OpenAPIHono } from '@hono/zod-openapi'
import { secureHeaders } from 'hono/secure-headers'
import { AppError } from '../domain/errors.ts'
import type { Principal } from '../domain/principal.ts'
import type { Engine } from '../engine/engine.ts'
import type { Operations } from '../engine/operations.ts'
import type { Files } from '../files/files.ts'
import type { Memory } from '../memory/memory.ts'
import { type Logger, safeError } from '../observe/logger.ts'
import type { Metrics } from '../observe/metrics.ts'
import { addAnswerRoutes } from './answers.ts'
import { addAskRoutes } from './ask.ts'
import { type Doorkeeper, signIn } from './auth.ts'
import { addBrowseRoutes } from './browse.ts'
import { addChatRoutes } from './chat.ts'
import { addChatSettingsRoutes } from './chat-settings.ts'
import { addTimelineRoutes } from './chats.ts'
import { addConsoleRoutes, type ConsoleFiles } from './console.ts'
import { addContextRoutes } from './context.ts'
import { addCorrectionRoutes } from './corrections.ts'
import { addDocsRoutes } from './docs.ts'
import { addFileSearchRoutes } from './file-search.ts'
import { addFileRoutes } from './files.ts'
import { addGroupMemoryRoutes } from './group-memory.ts'
import { addHealthRoutes, type Check } from './health.ts'
import { addJobRoutes } from './jobs.ts'
import { addKeyRoutes, type KeyRing } from './keys.ts'
import { createRateLimiter, limitBody, limitJson, limitRate } from './limits.ts'
import { addLinkCorrectionRoutes } from './link-corrections.ts'
import { addMessageRoutes } from './messages.ts'
import { addOperationsRoutes } from './operations.ts'
import { addPeopleRoutes } from './people.ts'
import { addPeopleListRoutes } from './people-list.ts'
import { problemResponse, toAppError, validationError } from './problem.ts'
import { addPromptRoutes } from './prompts.ts'
import { addReferenceRoutes } from './references.ts'
import { addMeRoute, addSessionRoutes, type ConsoleDoor, type Me } from './session.ts'
import { addSettingsRoutes, type SettingsAccess } from './settings.ts'
import type { LiveDeps } from './stream-live.ts'
import { addSummaryRoutes } from './summaries.ts'
import { addTelegramRoutes, addWebhookRoute, type Webhook } from './telegram.ts'
import { addToolRoutes } from './tools.ts'

export type Env = { Variables: { principal: Principal; isOpen?: true } }
export type Api = OpenAPIHono<Env>

export type ApiDeps = {
  readonly engine: Engine
  readonly files: Files
  readonly memory: Memory
  readonly keys: KeyRing
  readonly door: Doorkeeper
  readonly sessions: ConsoleDoor
  /** The console's files, or null where it was not built. */
  readonly console: ConsoleFiles | null
  readonly checks: readonly Check[]
  readonly operations: Operations
  readonly live: LiveDeps
  readonly settingsDesk: SettingsAccess
  /** Where Telegram's posts go. */
  readonly webhook: () => Webhook | null
  readonly metrics: Metrics
  readonly logger: Logger
  readonly now: () => Date
  readonly settings: {
    readonly bodyMegabytes: number
    readonly fileMegabytes: number
    readonly ratePerMinute: number
    readonly budgetTokens: number
    readonly conversationWindow: number
    readonly topicDialog: Me['topic_dialog']
  }
}

/** The HTTP door: limits, then who is it, then the resources, one file each. */
export function createApi(deps: ApiDeps): Api {
  const { engine, settings, now } = deps
  const api: Api = new OpenAPIHono<Env>({
    defaultHook: (result) => {
      if (!result.success) throw validationError(result.error)
    },
  })
  api.onError((error, c) => {
    const known = toAppError(error)
    if (known.code === 'internal') deps.logger.error({ err: safeError(error) }, 'request.failed')
    return problemResponse(c, known)
  })
  api.notFound((c) => {
    const what = `${c.req.method} ${c.req.path.slice(0, 200)}`
    return problemResponse(c, new AppError('route_not_found', `There is no ${what}. See /docs.`))
  })
  // Not no-referrer: with that a page of ours could not say where it comes from (auth.ts) either.
  api.use(secureHeaders({ xFrameOptions: 'DENY', referrerPolicy: 'same-origin' }))
  api.use(async (c, next) => {
    const started = performance.now()
    await next()
    const { method, routePath: route } = c.req
    const ms = performance.now() - started
    deps.metrics.observeRequest({ method, route, status: c.res.status, ms })
  })

  addHealthRoutes(api, deps.checks, deps.metrics)
  addDocsRoutes(api)
  addWebhookRoute(api, deps.webhook)
  addConsoleRoutes(api, deps.console)

  const limiter = createRateLimiter(settings.ratePerMinute, () => performance.now())
  addSessionRoutes(api, deps.sessions, limiter)
  for (const rooms of ['/api/*', '/_internal/*']) {
    api.use(rooms, signIn(deps.door, limiter), limitRate(limiter))
    api.use(rooms, limitBody(settings), limitJson)
    api.use(rooms, async (c, next) => {
      await next()
      c.header('Cache-Control', 'no-store')
    })
  }
  addMeRoute(api, settings)
  addMessageRoutes(api, engine, now)
  addContextRoutes(api, engine, settings.budgetTokens)
  addAskRoutes(api, engine, settings.conversationWindow)
  addAnswerRoutes(api, engine)
  addLinkCorrectionRoutes(api, engine)
  addBrowseRoutes(api, engine)
  addToolRoutes(api, engine)
  addFileSearchRoutes(api, engine)
  addFileRoutes(api, deps.files)
  addReferenceRoutes(api, engine)
  addPromptRoutes(api, engine)
  addChatRoutes(api, engine, deps.memory)
  addTimelineRoutes(api, engine)
  addChatSettingsRoutes(api, engine)
  addSummaryRoutes(api, engine, deps.memory)
  addPeopleListRoutes(api, deps.memory)
  addPeopleRoutes(api, deps.memory)
  addGroupMemoryRoutes(api, engine, deps.memory)
  addCorrectionRoutes(api, engine, deps.memory)
  addJobRoutes(api, deps.memory)
  addTelegramRoutes(api, engine)
  addKeyRoutes(api, deps.keys)
  addOperationsRoutes(api, deps.operations, { ...deps.live, checks: deps.checks })
  addSettingsRoutes(api, deps.settingsDesk)
  return api
}
