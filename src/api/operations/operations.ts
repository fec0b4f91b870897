import { z } from '@hono/zod-openapi'
import type { Operations } from '../../engine/views/operations.ts'
import { requireRole } from '../auth.ts'
import type { Api } from '../env.ts'
import { defineRoute } from '../route.ts'
import { type LiveNow, WireLook } from '../wire/operations-shapes.ts'
import { failureToWire, lookToWire, passedToWire, waitingToWire } from '../wire/operations-wire.ts'
import { jsonReply } from '../wire/wire.ts'
import { type Check, runChecks } from './health.ts'
import { type LiveDeps, limitStreams, streamLive } from './stream-live.ts'

const HOURS = { '1': 1, '24': 24, '168': 168, '720': 720 } as const

const look = defineRoute({
  method: 'get',
  path: '/api/operations',
  tag: 'Operations',
  role: 'staff',
  summary: 'Get activity over time, pending work and health',
  description:
    'Counts and durations of the workspace and of the server process that responds; no message texts.',
  middleware: [requireRole('staff')] as const,
  request: {
    query: z.object({
      hours: z
        .enum(['1', '24', '168', '720'])
        .default('24')
        .openapi({ description: 'Length of the period in hours' }),
    }),
  },
  responses: { 200: jsonReply(WireLook, 'The figures') },
})
const live = defineRoute({
  method: 'get',
  path: '/api/operations/live',
  tag: 'Operations',
  role: 'staff',
  summary: 'Stream current activity as server-sent events',
  description:
    'A `now` event every two seconds with a LiveEvent: activity of this process since the last event, failures, pending work and health. A failure is a `problem` event with a Problem. The stream ends after a minute, and the browser reconnects. A caller may have six streams open.',
  middleware: [requireRole('staff')] as const,
  responses: {
    200: {
      description: 'The events',
      content: {
        'text/event-stream': {
          schema: z.string().openapi({
            description: 'Server-sent events',
            example: 'event: now\ndata: {"at":"2026-03-10T11:50:00.000Z", …}\nretry: 500\n\n',
          }),
        },
      },
    },
  },
})

/** The routes for operators. */
export function addOperationsRoutes(
  api: Api,
  operations: Operations,
  { checks, ...deps }: LiveDeps & { readonly checks: readonly Check[] },
): void {
  const failures = async () => (await operations.failures()).map(failureToWire)
  api.openapi(look, async (c) => {
    const principal = c.get('principal')
    const hours = HOURS[c.req.valid('query').hours]
    const found = await operations.look(principal, hours)
    return c.json(
      {
        hours,
        ...lookToWire(found),
        process: {
          started_at: operations.startedAt.toISOString(),
          points: found.process.map(passedToWire),
          failures: await failures(),
        },
        waiting: waitingToWire(await operations.waiting(principal)),
        health: await runChecks(checks),
      },
      200,
    )
  })
  const enter = limitStreams()
  api.openapi(live, async (c) => {
    const principal = c.get('principal')
    const leave = enter(principal.name)
    let last = await operations.read()
    return streamLive(c, deps, leave, async (): Promise<LiveNow> => {
      const { passed, reading } = await operations.since(last)
      last = reading
      return {
        at: reading.at.toISOString(),
        passed: passedToWire(passed),
        failures: await failures(),
        waiting: waitingToWire(await operations.waiting(principal)),
        health: await runChecks(checks),
      }
    }) as never
  })
}
