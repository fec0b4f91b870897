import { Writable } from 'node:stream'
import { type ApiDeps, createApi } from '../src/api/app.ts'
import type { Api } from '../src/api/env.ts'
import type { Webhook } from '../src/api/operations/webhooks.ts'
import { backingUp } from '../src/app/backup-deps.ts'
import { modelTester } from '../src/app/test-model.ts'
import { openSettings, type SettingsFile } from '../src/config/settings-file.ts'
import type { JobQueue } from '../src/db/engine/job-queue.ts'
import type { FileLimits } from '../src/domain/file.ts'
import { findAsker, findVisibleChat, maySee } from '../src/engine/access/access.ts'
import {
  closeConsoleSession,
  findConsoleUser,
  openConsoleSession,
} from '../src/engine/access/console-sessions.ts'
import {
  authenticate,
  createKey,
  describeKeys,
  endKey,
  hasKeys,
} from '../src/engine/access/keys.ts'
import type { EngineDeps } from '../src/engine/engine.ts'
import { createOperations } from '../src/engine/views/operations.ts'
import { createOperationsSeries } from '../src/engine/views/operations-series.ts'
import { createFiles } from '../src/files/files.ts'
import { createMemory } from '../src/memory/memory.ts'
import { type Activity, createActivity } from '../src/observe/activity.ts'
import { createLogger } from '../src/observe/logger.ts'
import { createMetrics } from '../src/observe/metrics.ts'
import { createRecorder } from '../src/observe/recorder.ts'
import { checkingReplies } from './check-reply.ts'
import { memoryDeps, NOW, testEngine } from './deps.ts'
import type { TestDb } from './with-db.ts'

export const CONTROL_TOKEN = 'control-token-of-the-tests'

const FILE_LIMITS: FileLimits = {
  maxBytes: 2 * 1_048_576,
  maxText: 2_000_000,
  maxChunks: 2_000,
  maxPages: 20,
  maxReadMs: 20_000,
  maxFilesPerOwner: 1_000,
}

export type TestApp = {
  readonly api: Api
  /** Sends JSON and reads JSON; `key` null knocks without one. */
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: Record<string, unknown>; headers: Headers }>
  /** What the process did of late. */
  readonly activity: Activity
  /** Everything that was logged, as one text. */
  logged(): string
}

/** The real HTTP door on a test's database. Everyone knocks with a staff key of the test's workspace. */
export async function testApp(
  test: TestDb,
  overrides: {
    engine?: Partial<EngineDeps>
    api?: Partial<ApiDeps['settings']>
    door?: Partial<ApiDeps['door']>
    checks?: ApiDeps['checks']
    files?: Partial<FileLimits>
    queue?: JobQueue
    webhooks?: Readonly<Record<string, Webhook>>
    console?: ApiDeps['console']
    settingsFile?: SettingsFile
    live?: Partial<ApiDeps['live']>
    dailyTokens?: number
    dailyMemoryTokens?: number
  } = {},
): Promise<
  TestApp & { keyFor(role: 'member' | 'staff' | 'admin', person?: string): Promise<string> }
> {
  const { database, workspaceId } = test
  let log = ''
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      log += String(chunk)
      done()
    },
  })
  const logger = createLogger('debug', stream)
  const metrics = createMetrics()
  const record = createRecorder(logger, metrics)
  const { engine, deps } = testEngine(test, { record, ...overrides.engine })
  const files = createFiles({
    database,
    record,
    now: () => NOW,
    limits: { ...FILE_LIMITS, ...overrides.files },
    access: { findAsker, findVisibleChat, maySee },
  })
  const now = overrides.engine?.now ?? (() => NOW)
  const activity = createActivity(metrics, now)
  const built = createApi({
    engine,
    files,
    memory: createMemory(memoryDeps(test, deps), () => overrides.queue ?? null),
    metrics,
    logger,
    now: () => NOW,
    checks: overrides.checks ?? [],
    operations: createOperations({
      database,
      activity,
      history: createOperationsSeries(database, now),
      dailyTokens: overrides.dailyTokens ?? null,
      dailyMemoryTokens: overrides.dailyMemoryTokens ?? null,
      now,
    }),
    backup: { ...backingUp(database, { now, record }), workspaceId },
    live: { stopping: new AbortController().signal, everyMs: 10, ...overrides.live },
    settingsDesk: {
      ...openSettings(overrides.settingsFile ?? null),
      workspaceId,
      readAt: NOW,
      testModel: modelTester(
        { model: deps.model, prices: deps.spending.prices },
        { database, now },
      ),
    },
    webhook: (channel) => new Map(Object.entries(overrides.webhooks ?? {})).get(channel) ?? null,
    door: {
      authenticate: (key) => authenticate(key, database),
      findSession: (token) => findConsoleUser(token, NOW, database),
      hasKeys: () => hasKeys(database),
      controlToken: CONTROL_TOKEN,
      isLoopback: true,
      ...overrides.door,
    },
    console: overrides.console ?? null,
    sessions: {
      open: (key) => openConsoleSession(key, NOW, database),
      close: (token) => closeConsoleSession(token, NOW, database),
    },
    keys: {
      create: (principal, wanted) => createKey(principal, wanted, database),
      list: (principal) => describeKeys(principal, database),
      revoke: (principal, id, isLastAllowed) =>
        endKey(principal, id, { now: NOW, isLastAllowed, isLoopback: true }, database),
    },
    settings: {
      bodyMegabytes: 2,
      fileMegabytes: 2,
      ratePerMinute: 10_000,
      budgetTokens: 3_500,
      conversationWindow: 5,
      topicDialog: 'off',
      ...overrides.api,
    },
  })
  const api = checkingReplies(built)
  const keyFor = async (role: 'member' | 'staff' | 'admin', person?: string) => {
    const [channel = '', externalId = ''] = (person ?? '').split(':')
    const wanted = {
      name: role,
      role,
      person: person === undefined ? null : { channel, externalId },
    }
    const owner = { workspaceId, role: 'admin', personId: null, name: 'test' } as const
    return (await createKey(owner, wanted, database)).key
  }
  const key = await keyFor('admin')
  return {
    api,
    keyFor,
    activity,
    logged: () => log,
    send: async (method, path, body, headers = {}) => {
      const response = await api.request(path, {
        method,
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
        ...(body === undefined
          ? {}
          : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await response.text()
      return {
        status: response.status,
        headers: response.headers,
        body: text.startsWith('{') ? JSON.parse(text) : { text },
      }
    },
  }
}

/** A delivery as it is sent over HTTP; say only what the test is about. */
export function wireMessages(...messages: Record<string, unknown>[]): Record<string, unknown> {
  return {
    chat: { channel: 'api', id: 'team', kind: 'group', title: 'Team' },
    messages: messages.map((message, i) => ({
      id: String(i + 1),
      author: { id: 'u1', name: 'Ann' },
      sent_at: '2026-03-10T11:50:00Z',
      text: 'hello',
      ...message,
    })),
  }
}
