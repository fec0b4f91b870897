import { api } from '../lib/api.ts'
import { formatDay } from '../lib/format.ts'
import { useLoad } from '../lib/use-load.ts'
import { Await } from '../parts/notice.tsx'
import { UserText } from '../parts/user-text.tsx'
import { memory as strings } from '../strings/memory.ts'
import { type Fact, type FactPage, factPath } from './facts.ts'

/** What held before and after a fact, oldest first. */
export function FactHistory({ fact }: { fact: Fact }) {
  const history = useLoad(
    (signal) => api.get<FactPage>(`${factPath(fact)}/history`, signal),
    [fact],
  )
  return (
    <Await loaded={history}>
      {({ facts }) => (
        <ol className="memory-fact-history" aria-label={strings.fact.historyList}>
          {facts.map((held) => (
            <li key={held.id}>
              <UserText inline text={held.text} />
              <p className="quiet small">{periodOf(held)}</p>
            </li>
          ))}
        </ol>
      )}
    </Await>
  )
}

function periodOf({ valid_from, valid_to, status }: Fact): string {
  return [
    strings.fact.since(formatDay(valid_from)),
    valid_to === null ? null : strings.fact.until(formatDay(valid_to)),
    status === 'active' ? null : strings.fact.statuses[status],
  ]
    .filter((part) => part !== null)
    .join(' · ')
}
