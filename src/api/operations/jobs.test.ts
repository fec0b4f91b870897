import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'
import { type TestDb, useDatabase } from '../../../test/with-db.ts'
import type { FailedJob, Job, JobKind, JobQueue } from '../../db/engine/job-queue.ts'
import type { WorkspaceId } from '../../domain/ids.ts'

const db = useDatabase()

/** A queue with these failed jobs; it records the jobs sent to it. */
function queueWith(...failed: FailedJob[]) {
  const sent: [JobKind, readonly Job[]][] = []
  const ofWorkspace = (id: WorkspaceId | null) =>
    failed.filter(({ job }) => id === null || job.workspaceId === id)
  const queue: JobQueue = {
    send: async (kind, jobs) => void sent.push([kind, jobs]),
    work: async () => undefined,
    lookAfter: async () => undefined,
    listFailed: async (workspaceId) => ofWorkspace(workspaceId),
    takeFailed: async (workspaceId, id) => {
      const found = ofWorkspace(workspaceId).find((job) => job.id === id)
      if (found) failed.splice(failed.indexOf(found), 1)
      return found ?? null
    },
    stop: async () => undefined,
  }
  return { queue, sent }
}

const job = ({ workspaceId }: TestDb, id: string, more: Partial<FailedJob> = {}): FailedJob => ({
  id,
  kind: 'summarise',
  job: { key: `${workspaceId} s1`, workspaceId, sessionId: 's1' },
  code: 'model_unavailable',
  tries: 5,
  failedAt: new Date('2026-03-10T11:00:00Z'),
  ...more,
})

async function setUp() {
  const [here, there] = [await db.fresh(), await db.fresh()]
  const { queue, sent } = queueWith(job(here, 'one'), job(there, 'two'))
  const app = await testApp(here, { queue })
  return { ...app, here, there, sent, other: await testApp(there, { queue }) }
}

const coded = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body.code,
]

describe('background work that failed', () => {
  test('is listed for its own workspace, with why and what, by ids', async () => {
    const { send } = await setUp()
    const { status, body } = await send('GET', '/api/jobs/failed')
    expect([status, body]).toEqual([
      200,
      {
        jobs: [
          {
            ...{ id: 'one', kind: 'summarise', data: { sessionId: 's1' }, tries: 5 },
            ...{ code: 'model_unavailable', failed_at: '2026-03-10T11:00:00.000Z' },
          },
        ],
      },
    ])
  })

  test('is tried again once, and is then off the list', async () => {
    const { send, sent, here } = await setUp()
    const { status, body } = await send('POST', '/api/jobs/one/retry')
    expect([status, body]).toEqual([200, { retried: true }])
    expect(sent).toEqual([['summarise', [job(here, 'one').job]]])
    expect((await send('GET', '/api/jobs/failed')).body).toEqual({ jobs: [] })
    expect(coded(await send('POST', '/api/jobs/one/retry'))).toEqual([404, 'job_not_found'])
    expect(sent).toHaveLength(1)
  })

  test('makes a session that was given up due again', async () => {
    const { send, here } = await setUp()
    await send('POST', '/api/ask', { query: 'hello', session_id: 's1', author: { id: 'ann' } })
    await send('POST', '/_internal/session/close', { session_id: 's1' })
    const memory = () =>
      here.database.asOwner((tx) =>
        tx.query('select memory from sessions where workspace_id = $1', [here.workspaceId]),
      )
    await here.database.asOwner((tx) =>
      tx.query("update sessions set memory = 'failed' where workspace_id = $1", [here.workspaceId]),
    )
    await send('POST', '/api/jobs/one/retry')
    expect(await memory()).toEqual([{ memory: 'due' }])
  })

  test('of another workspace is neither seen nor touched', async () => {
    const { send, other, sent } = await setUp()
    expect(coded(await send('POST', '/api/jobs/two/retry'))).toEqual([404, 'job_not_found'])
    expect(sent).toEqual([])
    expect((await other.send('GET', '/api/jobs/failed')).body.jobs).toMatchObject([{ id: 'two' }])
  })

  test.each([
    'nothing',
    "' or 1=1 --",
    '%',
    '00000000-0000-0000-0000-000000000000',
    'x'.repeat(100),
  ])('%.20s is not on the list', async (id) => {
    const { send, sent } = await setUp()
    const reply = await send('POST', `/api/jobs/${encodeURIComponent(id)}/retry`)
    expect(coded(reply)).toEqual([404, 'job_not_found'])
    expect(reply.headers.get('content-type')).toBe('application/problem+json')
    expect(sent).toEqual([])
  })

  test.each(['x'.repeat(101), 'a\u0000', 'a\nb'])('%j is no id', async (id) => {
    const { send } = await setUp()
    const reply = await send('POST', `/api/jobs/${encodeURIComponent(id)}/retry`)
    expect(coded(reply)).toEqual([400, 'invalid_request'])
  })

  test('is for staff only, and for nobody without a key', async () => {
    const { send, keyFor, api, sent } = await setUp()
    const [member, staff] = [await keyFor('member', 'api:ann'), await keyFor('staff')]
    const routes = [
      ['GET', '/api/jobs/failed'],
      ['POST', '/api/jobs/one/retry'],
    ] as const
    for (const [method, path] of routes) {
      const refused = await send(method, path, undefined, { Authorization: `Bearer ${member}` })
      expect(coded(refused)).toEqual([403, 'forbidden'])
      expect((await api.request(path, { method })).status).toBe(401)
    }
    expect(sent).toEqual([])
    for (const [method, path] of routes) {
      const reply = await send(method, path, undefined, { Authorization: `Bearer ${staff}` })
      expect(reply.status).toBe(200)
    }
  })

  test('is none while no jobs are running', async () => {
    const { send } = await testApp(await db.fresh())
    expect((await send('GET', '/api/jobs/failed')).body).toEqual({ jobs: [] })
    expect(coded(await send('POST', '/api/jobs/one/retry'))).toEqual([404, 'job_not_found'])
  })

  test('is described in /openapi.json', async () => {
    const { send } = await setUp()
    const { paths } = (await send('GET', '/openapi.json')).body
    expect(paths).toHaveProperty(['/api/jobs/failed', 'get'])
    expect(paths).toHaveProperty(['/api/jobs/{id}/retry', 'post'])
  })
})
