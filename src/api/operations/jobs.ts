import { z } from '@hono/zod-openapi'
import type { Memory } from '../../memory/memory.ts'
import { requireRole } from '../auth.ts'
import type { Api } from '../env.ts'
import { defineRoute } from '../route.ts'
import { count, text, time } from '../wire/fields.ts'
import { shape } from '../wire/shape.ts'
import { jsonReply, plainText } from '../wire/wire.ts'

const JOB_ID = '7d0f6a52-2f7e-4b1c-9f0e-3c5a1d2b4e68'

const FailedJobs = shape(
  'FailedJobs',
  'Background jobs that failed after all retries',
  z.object({
    jobs: z
      .array(
        z.object({
          id: text('Id of the job', JOB_ID),
          kind: text('Kind of job: summarise, refresh, topic or scrub', 'summarise'),
          data: z.record(z.string(), z.union([z.string(), z.number()])).openapi({
            description: 'Ids of what it works on',
            example: { sessionId: 'a-session' },
          }),
          code: text('Error code of the last attempt', 'model_key_rejected'),
          tries: count('Number of attempts', 10),
          failed_at: time('Time at which it was given up'),
        }),
      )
      .openapi({ description: 'The jobs of the last 90 days' }),
  }),
)
export type FailedJobList = z.infer<typeof FailedJobs>

const list = defineRoute({
  method: 'get',
  path: '/api/jobs/failed',
  tag: 'Operations',
  role: 'staff',
  summary: 'List background jobs that failed after all retries',
  middleware: [requireRole('staff')] as const,
  responses: { 200: jsonReply(FailedJobs, 'The jobs, with ids only, without message texts') },
})
const retry = defineRoute({
  method: 'post',
  path: '/api/jobs/{id}/retry',
  tag: 'Operations',
  role: 'staff',
  summary: 'Retry a failed job',
  middleware: [requireRole('staff')] as const,
  request: {
    params: z.object({
      id: plainText(100).openapi({ description: 'Id of the job', example: JOB_ID }),
    }),
  },
  responses: {
    200: jsonReply(
      shape(
        'Retried',
        'A job that is queued again',
        z.object({ retried: z.literal(true).openapi({ description: 'Always true' }) }),
      ),
      'The job is queued',
    ),
  },
  errors: ['job_not_found'],
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
