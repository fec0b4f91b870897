import { useState } from 'react'
import type { FailedJobList } from '../../../src/api/operations/jobs.ts'
import type { LiveNow } from '../../../src/api/wire/operations-wire.ts'
import { api } from '../lib/api.ts'
import { formatAgo, formatCount } from '../lib/format.ts'
import { useAction } from '../lib/use-action.ts'
import { useLoad } from '../lib/use-load.ts'
import { Button } from '../parts/button.tsx'
import { Chip } from '../parts/chip.tsx'
import { Await, Failure } from '../parts/notice.tsx'
import { operations as strings } from '../strings/operations.ts'

type Jobs = LiveNow['waiting']['jobs']
type FailedJob = FailedJobList['jobs'][number]

const TONES = { waiting: 'plain', active: 'accent', retry: 'warn', failed: 'danger' } as const

/** Background jobs by state, and failed jobs with a retry button. */
export function QueueCard({ jobs }: { jobs: Jobs }) {
  const { queue } = strings
  const failedCount = jobs.reduce((sum, job) => sum + (job.state === 'failed' ? job.count : 0), 0)
  // The stream has only the count; the list is reloaded when it changes.
  const failed = useLoad(
    (signal) => api.get<FailedJobList>('/api/jobs/failed', signal),
    [failedCount],
  )
  const [done, setDone] = useState('')
  return (
    <section className="card stack" aria-labelledby="operations-queue">
      <h2 id="operations-queue">{queue.title}</h2>
      {jobs.length === 0 && <p className="quiet">{queue.none}</p>}
      <ul className="row" aria-label={queue.label}>
        {jobs.map(({ kind, state, count }) => (
          <li key={`${kind} ${state}`}>
            <Chip tone={TONES[state]}>
              {formatCount(count)} {queue.kinds[kind] ?? kind} {queue.states[state]}
            </Chip>
          </li>
        ))}
      </ul>
      <h3>{queue.failed}</h3>
      <p role="status" className={done === '' ? 'hidden-text' : 'small'}>
        {done}
      </p>
      <Await loaded={failed}>
        {({ jobs: list }) =>
          list.length === 0 ? (
            <p className="quiet">{queue.noneFailed}</p>
          ) : (
            <ul className="operations-list">
              {list.map((job) => (
                <FailedJobRow
                  key={job.id}
                  job={job}
                  onRetried={() => {
                    setDone(queue.retried)
                    failed.reload()
                  }}
                />
              ))}
            </ul>
          )
        }
      </Await>
    </section>
  )
}

function FailedJobRow({ job, onRetried }: { job: FailedJob; onRetried: () => void }) {
  const { queue } = strings
  const retry = useAction(async () => {
    await api.post(`/api/jobs/${encodeURIComponent(job.id)}/retry`, {})
    onRetried()
  })
  return (
    <li className="operations-item">
      <div>
        <strong>{queue.kinds[job.kind] ?? job.kind}</strong> <code>{job.code}</code>
        <p className="small quiet">
          {queue.attempts(job.tries)}, {formatAgo(job.failed_at)}
          {Object.entries(job.data).map(([name, value]) => ` · ${name} ${value}`)}
        </p>
        <p className="small">{strings.failures.hints[job.code] ?? strings.failures.hint}</p>
        {retry.problem && <Failure problem={retry.problem} />}
      </div>
      <Button size="small" isBusy={retry.isRunning} onClick={() => void retry.run()}>
        {queue.retry}
      </Button>
    </li>
  )
}
