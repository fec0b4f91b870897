import { useId } from 'react'
import { api } from '../lib/api.ts'
import { useLoad } from '../lib/use-load.ts'
import { Failure } from '../parts/notice.tsx'
import { memory as strings } from '../strings/memory.ts'
import { FactCard } from './fact-card.tsx'
import type { FactPage } from './facts.ts'
import { useListFocus } from './use-list-focus.ts'

/** The facts that wait until a person confirms or rejects them; nothing if there are none. */
export function ReviewList({
  path,
  version,
  onChange,
}: {
  /** The API path of the facts. */
  path: string
  /** Another value reloads them. */
  version: unknown
  onChange: (what: string) => void
}) {
  const id = useId()
  const waiting = useLoad((signal) => api.get<FactPage>(path, signal), [path, version])
  const { data, problem, reload } = waiting
  const { ref, keepFocus } = useListFocus(data)
  if (problem !== null) return <Failure problem={problem} retry={reload} />
  // Stays while it is empty: it gets the focus of the last card.
  if (data === null || data.total === 0) return <section ref={ref} tabIndex={-1} />
  const change = (what: string) => {
    keepFocus()
    reload()
    onChange(what)
  }
  return (
    <section className="stack" ref={ref} tabIndex={-1} aria-labelledby={id}>
      <h2 id={id}>{strings.review.title(data.total)}</h2>
      <p className="quiet small">{strings.review.hint}</p>
      <ol className="memory-facts" aria-label={strings.review.list}>
        {data.facts.map((fact) => (
          <li key={fact.id}>
            <FactCard fact={fact} onChange={change} />
          </li>
        ))}
      </ol>
      {data.total > data.facts.length && (
        <p className="quiet small">{strings.review.first(data.facts.length)}</p>
      )}
    </section>
  )
}
