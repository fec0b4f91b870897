import { describe, expect, test } from 'vitest'
import type { WorkspaceId } from '../domain/ids.ts'
import { createActivity, passedBetween } from './activity.ts'
import { createMetrics } from './metrics.ts'

const workspaceId = 'w' as WorkspaceId
const received = {
  name: 'messages.received',
  workspaceId,
  chatId: 1 as never,
  duplicates: 0,
  links: 0,
  ms: 1,
} as const

function setUp() {
  const metrics = createMetrics()
  let seconds = 0
  const activity = createActivity(metrics, () => new Date(seconds * 1_000))
  const request = (status: number, ms: number) =>
    metrics.observeRequest({ method: 'GET', route: '/x', status, ms })
  const readAfter = async (passed: number) => {
    seconds += passed
    return activity.read()
  }
  return { metrics, activity, request, readAfter }
}

describe('what this process did', () => {
  test('is what its metrics counted between two readings', async () => {
    const { metrics, request, readAfter } = setUp()
    metrics.count({ ...received, stored: 5 })
    const before = await readAfter(1)
    metrics.count({ ...received, stored: 3 })
    metrics.count({ name: 'question.failed', workspaceId, code: 'model_unavailable' })
    metrics.count({ name: 'job.failed', job: 'topic', code: 'internal', isLast: false })
    for (const status of [200, 204, 404, 401, 500]) request(status, 3)
    const passed = passedBetween(before, await readAfter(2))
    expect(passed).toMatchObject({ messages: 3, requests: 5, refused: 2, broken: 1, ms: 2_000 })
    expect(passed.failures).toEqual([
      { what: 'question', code: 'model_unavailable', count: 1 },
      { what: 'job topic', code: 'internal', count: 1 },
    ])
  })

  test.each([
    [[], null, null],
    [[3, 3, 3], 3.75, 4.875],
    [[...Array(95).fill(0.5), ...Array(5).fill(40)], 0.526, 1],
    [[90_000], 60_000, 60_000],
  ])('requests of %j ms have their percentiles', async (times, p50, p95) => {
    const { request, readAfter } = setUp()
    request(200, 700)
    const before = await readAfter(1)
    for (const ms of times as number[]) request(200, ms)
    const passed = passedBetween(before, await readAfter(1))
    const round = (ms: number | null) => ms && Math.round(ms * 1_000) / 1_000
    expect([round(passed.p50Ms), round(passed.p95Ms)]).toEqual([p50, p95])
  })

  test('is remembered for an hour, from the start on', async () => {
    const { activity } = setUp()
    expect(activity.kept()).toHaveLength(1)
    for (let i = 0; i < 400; i += 1) await activity.sample()
    expect(activity.kept()).toHaveLength(360)
  })
})
