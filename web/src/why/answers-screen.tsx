import { useState } from 'react'
import type { AnswerList } from '../../../src/api/chats/conversations.ts'
import { api } from '../lib/api.ts'
import { formatAgo, formatMoment, formatMs } from '../lib/format.ts'
import { routes } from '../lib/routes.ts'
import { useAction } from '../lib/use-action.ts'
import { useLoad } from '../lib/use-load.ts'
import { Button } from '../parts/button.tsx'
import { Chip } from '../parts/chip.tsx'
import { Await, Failure, Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { UserText } from '../parts/user-text.tsx'
import { why } from '../strings/why.ts'
import { AnswerFilterBar, type AnswerFilters, NO_FILTERS, queryOf } from './answer-filters.tsx'
import './why.css'

const strings = why.list
const PAGE = 50
type Line = AnswerList['answers'][number]

/** All answers and contexts, newest first, with links to their traces. */
export function AnswersScreen() {
  const [filters, setFilters] = useState(NO_FILTERS)
  const known = useLoad((signal) => api.get<AnswerList>('/api/answers?limit=200', signal), [])
  return (
    <Page title={why.title}>
      <p className="quiet">{strings.intro}</p>
      <Await loaded={known}>
        {({ answers }) =>
          answers.length === 0 ? (
            <Empty />
          ) : (
            <>
              <AnswerFilterBar known={answers} filters={filters} onChange={setFilters} />
              <Listed key={JSON.stringify(filters)} filters={filters} />
            </>
          )
        }
      </Await>
    </Page>
  )
}

/** The pages of the answers that match. */
function Listed({ filters }: { filters: AnswerFilters }) {
  // One moment for all pages: a period that moves would skip answers.
  const [now] = useState(Date.now)
  const list = (before: string | null, signal?: AbortSignal) => {
    const query = queryOf(filters, now)
    query.set('limit', String(PAGE))
    if (before !== null) query.set('before', before)
    return api.get<AnswerList>(`/api/answers?${query}`, signal)
  }
  const first = useLoad((signal) => list(null, signal), [])
  const [older, setOlder] = useState<readonly Line[]>([])
  const [isAll, setAll] = useState(false)
  const more = useAction(async (before: string) => {
    const { answers } = await list(before)
    setOlder((lines) => [...lines, ...answers])
    setAll(answers.length < PAGE)
  })
  return (
    <Await loaded={first}>
      {({ answers }) => {
        const lines = [...answers, ...older]
        const last = lines.at(-1)
        if (last === undefined) return <Notice title={strings.noneMatch} />
        return (
          <>
            <Table lines={lines} />
            {more.problem && <Failure problem={more.problem} />}
            {answers.length === PAGE && !isAll && (
              <Button isBusy={more.isRunning} onClick={() => void more.run(last.created_at)}>
                {strings.more}
              </Button>
            )}
          </>
        )
      }}
    </Await>
  )
}

function Empty() {
  return (
    <Notice title={strings.emptyTitle} actions={<a href="#/ask">{strings.toAsk}</a>}>
      {strings.emptyText}
    </Notice>
  )
}

function Table({ lines }: { lines: readonly Line[] }) {
  return (
    <div className="card scroll-x">
      <table>
        <thead>
          <tr>
            <th>{strings.question}</th>
            <th>{strings.chat}</th>
            <th>{strings.by}</th>
            <th>{strings.latency}</th>
            <th>{strings.when}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.answer_id}>
              <td className="why-question">
                <a href={routes.why(line.answer_id)}>
                  <UserText inline hasLinks={false} text={line.question || strings.bareMention} />
                </a>
                <div className="quiet small why-clipped">
                  {line.answer === null ? (
                    <Chip>{strings.context}</Chip>
                  ) : (
                    <UserText inline hasLinks={false} text={line.answer} />
                  )}
                </div>
              </td>
              <td>
                <UserText
                  inline
                  hasLinks={false}
                  text={line.chat_title ?? line.thread_id ?? strings.noChat}
                />
              </td>
              <td>
                <UserText inline hasLinks={false} text={line.asked_by ?? '–'} />
              </td>
              <td className="why-number">{formatMs(line.ms)}</td>
              <td title={formatMoment(line.created_at)}>{formatAgo(line.created_at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
