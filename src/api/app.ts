import { OpenAPIHono } from '@hono/zod-openapi'
import { secureHeaders } from 'hono/secure-headers'
import { AppError } from '../domain/errors.ts'
import type { Principal } from '../domain/principal.ts'
import type { Engine } from '../engine/engine.ts'
import type { Operations } from '../engine/views/operations.ts'
import type { Files } from '../files/files.ts'
import type { Memory } from '../memory/memory.ts'
import { type Logger, safeError } from '../observe/logger.ts'
import type { Metrics } from '../observe/metrics.ts'
import { addAnswerRoutes } from './answers/answers.ts'
import { addAskRoutes } from './answers/ask.ts'
import { addPromptRoutes } from './answers/prompts.ts'
import { addReplayRoute } from './answers/replay.ts'
import { addChatRoutes } from './answers/sessions.ts'
import { addToolRoutes } from './answers/tools.ts'
import { type Authenticator, signIn } from './auth.ts'
import { addCatchUpRoute } from './chats/catch-up.ts'
import { addChatSettingsRoutes } from './chats/chat-settings.ts'
import { addTimelineRoutes } from './chats/chats.ts'
import { addContextRoutes } from './chats/context.ts'
import { addBrowseRoutes } from './chats/conversations.ts'
import { addDeleteChatRoute } from './chats/delete-chat.ts'
import { addImportRoutes } from './chats/imports.ts'
import { addLinkCorrectionRoutes } from './chats/link-corrections.ts'
import { addMessageRoutes } from './chats/messages.ts'
import { addPeopleListRoutes } from './chats/people-list.ts'
import { addReferenceRoutes } from './chats/references.ts'
import { addThreadConversationRoutes } from './chats/thread-conversations.ts'
import { addDocsRoutes } from './docs/docs.ts'
import type { Api, Env } from './env.ts'
import { addFileSearchRoutes } from './files/file-search.ts'
import { addFileRoutes } from './files/files.ts'
import { createRateLimiter, limitBody, limitJson, limitRate } from './limits.ts'
import { addCorrectionRoutes } from './memory/corrections.ts'
import { addFactRoutes } from './memory/facts.ts'
import { addGroupMemoryRoutes } from './memory/group-memory.ts'
import { addMemoryFileRoutes } from './memory/memory-files.ts'
import { addPeopleRoutes } from './memory/people.ts'
import { addSummaryRoutes } from './memory/summaries.ts'
import { addBackupRoute, type BackupAccess } from './operations/backup.ts'
import { addChannelRoutes } from './operations/channels.ts'
import { addConsoleRoutes, type ConsoleFiles } from './operations/console.ts'
import { addHealthRoutes, type Check } from './operations/health.ts'
import { addJobRoutes } from './operations/jobs.ts'
import { addKeyRoutes, type KeyRing } from './operations/keys.ts'
import { addOperationsRoutes } from './operations/operations.ts'
import { addSettingsRoutes, type SettingsAccess } from './operations/settings.ts'
import {
  addMeRoute,
  addSessionRoutes,
  type ConsoleAccess,
  type SignedIn,
} from './operations/sign-in.ts'
import type { LiveDeps } from './operations/stream-live.ts'
import { addTestModelRoute } from './operations/test-model.ts'
import { addWebhookRoutes, type Webhook } from './operations/webhooks.ts'
import { problemResponse, toAppError, validationError } from './problem.ts'

export type ApiDeps = {
  readonly engine: Engine
  readonly files: Files
  readonly memory: Memory
  readonly keys: KeyRing
  readonly door: Authenticator
  readonly sessions: ConsoleAccess
  /** The console's files, or null where it was not built. */
  readonly console: ConsoleFiles | null
  readonly checks: readonly Check[]
  readonly operations: Operations
  readonly live: LiveDeps
  readonly backup: BackupAccess
  readonly settingsDesk: SettingsAccess
  /** The webhook of a channel's bot. */
  readonly webhook: (channel: string) => Webhook | null
  readonly metrics: Metrics
  readonly logger: Logger
  readonly now: () => Date
  readonly settings: {
    readonly bodyMegabytes: number
    readonly fileMegabytes: number
    readonly ratePerMinute: number
    readonly budgetTokens: number
    readonly conversationWindow: number
    readonly topicDialog: SignedIn['topic_dialog']
  }
}

/** The HTTP API: limits, then authentication, then the resources, one file each. */
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
    const methods = methodsOf(api, c.req.path)
    if (methods.length === 0) {
      const error = new AppError('route_not_found', `There is no route ${what}. See /docs.`)
      return problemResponse(c, error)
    }
    c.header('Allow', methods.join(', '))
    const named = methods.join(' or ')
    const error = new AppError(
      'method_not_allowed',
      `There is no ${what}. Use ${named}; see /docs.`,
    )
    return problemResponse(c, error)
  })
  // Not no-referrer: then a page of ours would send no Origin (auth.ts) either.
  api.use(secureHeaders({ xFrameOptions: 'DENY', referrerPolicy: 'same-origin' }))
  api.use(async (c, next) => {
    const started = performance.now()
    await next()
    const { method, routePath: route } = c.req
    const ms = performance.now() - started
    const { status } = c.res
    deps.metrics.observeRequest({ method, route, status, ms })
    // The route and not the path, which may hold ids of people. Without keys a caller is an address, which is not logged.
    const principal: Principal | undefined = c.var.principal
    const caller = c.var.isOpen ? null : (principal?.name ?? null)
    deps.logger.debug({ method, route, status, ms: Math.round(ms), caller }, 'request.handled')
  })

  addHealthRoutes(api, deps.checks, deps.metrics)
  addDocsRoutes(api)
  addWebhookRoutes(api, deps.webhook)
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
  addImportRoutes(api, deps.memory)
  addContextRoutes(api, engine, settings.budgetTokens)
  addAskRoutes(api, engine, settings.conversationWindow)
  addAnswerRoutes(api, engine)
  addReplayRoute(api, engine)
  addLinkCorrectionRoutes(api, engine)
  addBrowseRoutes(api, engine)
  addToolRoutes(api, engine)
  addFileSearchRoutes(api, engine)
  addFileRoutes(api, deps.files)
  addReferenceRoutes(api, engine)
  addPromptRoutes(api, engine)
  addChatRoutes(api, engine, deps.memory)
  addTimelineRoutes(api, engine)
  addThreadConversationRoutes(api, engine)
  addCatchUpRoute(api, deps)
  addDeleteChatRoute(api, deps.memory)
  addChatSettingsRoutes(api, engine)
  addSummaryRoutes(api, engine, deps.memory)
  addPeopleListRoutes(api, deps.memory)
  addPeopleRoutes(api, deps.memory)
  addGroupMemoryRoutes(api, engine, deps.memory)
  addCorrectionRoutes(api, engine, deps.memory)
  addFactRoutes(api, deps.memory, now)
  addMemoryFileRoutes(api, deps.memory, now)
  addJobRoutes(api, deps.memory)
  addChannelRoutes(api, engine)
  addKeyRoutes(api, deps.keys)
  addOperationsRoutes(api, deps.operations, { ...deps.live, checks: deps.checks })
  addSettingsRoutes(api, deps.settingsDesk)
  addTestModelRoute(api, deps.settingsDesk)
  addBackupRoute(api, deps.backup)
  return api
}

/** The methods that a path has a route for. */
function methodsOf({ routes }: Api, path: string): string[] {
  const parts = path.split('/')
  const fits = (pattern: string) => {
    const wanted = pattern.split('/')
    return (
      wanted.length === parts.length &&
      wanted.every((part, i) => part === parts[i] || (part.startsWith(':') && parts[i] !== ''))
    )
  }
  const found = routes.filter(({ method, path: pattern }) => method !== 'ALL' && fits(pattern))
  return [...new Set(found.map(({ method }) => method))].toSorted()
}
