import { createRoute, z } from '@hono/zod-openapi'
import type { Memory } from '../../memory/memory.ts'
import { requireRole } from '../auth.ts'
import type { Api } from '../env.ts'
import { jsonReply, plainText, problems } from '../wire/wire.ts'

const FailedJobs = z
  .object({
    jobs: z.array(
      z.object({
        id: z.string(),
        kind: z.string(),
        data: z.record(z.string(), z.union([z.string(), z.number()])),
        code: z.string().openapi({ description: 'Error code of the last attempt' }),
        tries: z.number(),
        failed_at: z.string(),
      }),
    ),
  })
  .openapi('FailedJobs')
export type FailedJobList = z.infer<typeof FailedJobs>

const list = createRoute({
  method: 'get',
  path: '/api/jobs/failed',
  summary: 'List background jobs that failed after all retries',
  middleware: [requireRole('staff')] as const,
  responses: {
    200: jsonReply(FailedJobs, 'The jobs, with ids only, without message texts'),
    ...problems,
  },
})
const retry = createRoute({
  method: 'post',
  path: '/api/jobs/{id}/retry',
  summary: 'Retry a failed job',
  middleware: [requireRole('staff')] as const,
  request: { params: z.object({ id: plainText(100).openapi({ description: 'Job id' }) }) },
  responses: {
    200: jsonReply(z.object({ retried: z.literal(true) }).openapi('Retried'), 'The job is queued'),
    ...problems,
  },
})

/** The routes of background jobs that failed. */
export function addJobRoutes(api: Api, memory: Memory): void {
  api.openapi(list, async (c) => {
    const failed = await memory.listFailedJobs(c.get('principal'))
    const jobs = failed.map(({ id, kind, job, code, tries, failedAt }) => {
      const { key: _key, workspaceId: _workspace, ...data } = job
      return { id, kind, data, code, tries, failed_at: failedAt.toISOString() }
    })
    return c.json({ jobs }, 200)
  })
  api.openapi(retry, async (c) => {
    await memory.retryJob(c.get('principal'), c.req.valid('param').id)
    return c.json({ retried: true as const }, 200)
  })
}
