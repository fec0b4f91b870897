import { createRoute, z } from '@hono/zod-openapi'
import type { Metrics } from '../../observe/metrics.ts'
import type { Api } from '../env.ts'
import { jsonReply } from '../wire/wire.ts'

/** One condition of readiness. */
export type Check = { readonly name: string; run(): Promise<void> }

export type Health = {
  readonly name: string
  readonly ok: boolean
  readonly problem: string | null
}

const Live = z.object({ status: z.literal('ok') })
const Ready = z.object({
  status: z.enum(['ok', 'failing']),
  checks: z.array(z.object({ name: z.string(), ok: z.boolean(), problem: z.string().nullable() })),
})

const live = createRoute({
  method: 'get',
  path: '/health/live',
  summary: 'Liveness check',
  description:
    'Does not use the database, so that a slow database does not get the process killed.',
  responses: { 200: jsonReply(Live, 'The process is alive') },
})

const ready = createRoute({
  method: 'get',
  path: '/health/ready',
  summary: 'Readiness check',
  responses: {
    200: jsonReply(Ready, 'Ready'),
    503: jsonReply(Ready, 'Not ready; `problem` of the failing check says why'),
  },
})

/** Health and metrics; they need no key, as they hold no user data. */
export function addHealthRoutes(api: Api, checks: readonly Check[], metrics: Metrics): void {
  api.openapi(live, (c) => c.json({ status: 'ok' as const }, 200))
  api.openapi(ready, async (c) => {
    const results = await runChecks(checks)
    const ok = results.every((result) => result.ok)
    return c.json(
      { status: ok ? ('ok' as const) : ('failing' as const), checks: results },
      ok ? 200 : 503,
    )
  })
  api.get('/metrics', async (c) =>
    c.body(await metrics.render(), 200, { 'Content-Type': metrics.contentType }),
  )
}

/** Runs the checks and returns their results. */
export function runChecks(checks: readonly Check[]): Promise<Health[]> {
  return Promise.all(checks.map(runCheck))
}

async function runCheck({ name, run }: Check): Promise<Health> {
  try {
    await run()
    return { name, ok: true, problem: null }
  } catch (error) {
    return { name, ok: false, problem: error instanceof Error ? error.message : String(error) }
  }
}
