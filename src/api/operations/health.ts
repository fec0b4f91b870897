import { z } from '@hono/zod-openapi'
import type { Metrics } from '../../observe/metrics.ts'
import type { Api } from '../env.ts'
import { defineRoute } from '../route.ts'
import { arrayOf } from '../wire/fields.ts'
import { WireHealth } from '../wire/shared-shapes.ts'
import { jsonReply } from '../wire/wire.ts'

/** One condition of readiness; throws while it is not met. */
export type Check = {
  readonly name: string
  run(): Promise<void>
  /** The server works without it, less well: it stays ready. */
  readonly isOptional?: boolean
}

export type Health = {
  readonly name: string
  readonly ok: boolean
  readonly optional: boolean
  readonly problem: string | null
}

const Live = z.object({ status: z.literal('ok').openapi({ description: 'Always `ok`' }) })
const Ready = z.object({
  status: z.enum(['ok', 'degraded', 'failing']).openapi({
    description: '`failing` if a check fails; `degraded` if only optional ones do',
  }),
  checks: arrayOf(WireHealth, 'Result of each check'),
})

const live = defineRoute({
  method: 'get',
  path: '/health/live',
  tag: 'Operations',
  summary: 'Liveness check',
  description:
    'Does not use the database, so that a slow database does not get the process killed.',
  responses: { 200: jsonReply(Live, 'The process is alive') },
})

const ready = defineRoute({
  method: 'get',
  path: '/health/ready',
  tag: 'Operations',
  summary: 'Readiness check',
  responses: {
    200: jsonReply(Ready, 'Ready'),
    503: jsonReply(Ready, 'Not ready; `problem` of the failing check says why'),
  },
})

const figures = defineRoute({
  method: 'get',
  path: '/metrics',
  tag: 'Operations',
  summary: 'Get metrics for Prometheus',
  description: 'Counts and durations of this process since its start; no user data.',
  responses: {
    200: {
      description: 'The metrics',
      content: {
        'text/plain': {
          schema: z.string().openapi({
            description: 'Prometheus text format',
            example:
              '# TYPE earshot_messages_stored_total counter\nearshot_messages_stored_total 42\n',
          }),
        },
      },
    },
  },
})

/** Health and metrics; they need no key, as they hold no user data. */
export function addHealthRoutes(api: Api, checks: readonly Check[], metrics: Metrics): void {
  api.openapi(live, (c) => c.json({ status: 'ok' as const }, 200))
  api.openapi(ready, async (c) => {
    const results = await runChecks(checks)
    const failing = results.filter((result) => !result.ok)
    const isReady = failing.every(({ optional }) => optional)
    const status = failing.length === 0 ? 'ok' : isReady ? 'degraded' : 'failing'
    return c.json({ status, checks: results } as const, isReady ? 200 : 503)
  })
  api.openapi(
    figures,
    async (c) =>
      c.body(await metrics.render(), 200, { 'Content-Type': metrics.contentType }) as never,
  )
}

/** Runs the checks and returns their results. */
export function runChecks(checks: readonly Check[]): Promise<Health[]> {
  return Promise.all(checks.map(runCheck))
}

async function runCheck({ name, run, isOptional = false }: Check): Promise<Health> {
  const check = { name, optional: isOptional }
  try {
    await run()
    return { ...check, ok: true, problem: null }
  } catch (error) {
    return { ...check, ok: false, problem: error instanceof Error ? error.message : String(error) }
  }
}
