import { useDeferredValue, useState } from 'react'
import { api } from '../lib/api.ts'
import { useLoad } from '../lib/use-load.ts'
import { Button } from '../parts/button.tsx'
import { Field, Select } from '../parts/field.tsx'
import { Await, Notice } from '../parts/notice.tsx'
import { memory as strings } from '../strings/memory.ts'
import { FactCard } from './fact-card.tsx'
import { type FactFilter, type FactPage, factsPath, reviewPath } from './facts.ts'
import type { MemoryContent, Owner } from './owner.ts'
import { ReviewList } from './review-list.tsx'
import { useListFocus } from './use-list-focus.ts'

const PAGE = 50
const MAX_FACTS = 200
const MAX_SEARCH = 200
const ACTIVE = 'active'
const ALL: FactFilter = { text: '', status: ACTIVE, hasPast: false, limit: PAGE }

/** The facts about a person or of a group, with search and filters. */
export function FactsView({
  owner,
  memory,
  onChange,
}: {
  owner: Owner
  memory: MemoryContent
  onChange: (what: string) => void
}) {
  const [filter, setFilter] = useState(ALL)
  const { status, hasPast, limit } = filter
  const text = useDeferredValue(filter.text.trim())
  // Each change reloads the memory, and with it the facts: also opting out and forgetting, outside this tab.
  const facts = useLoad(
    (signal) => api.get<FactPage>(factsPath(owner, { text, status, hasPast, limit }), signal),
    [owner.id, owner.kind, text, status, hasPast, limit, memory],
  )
  const { ref, keepFocus } = useListFocus(facts.data)
  const change = (what: string) => {
    keepFocus()
    onChange(what)
  }
  const isFiltered = text !== '' || status !== ACTIVE
  return (
    <section className="stack" ref={ref} tabIndex={-1} aria-label={strings.facts}>
      <ReviewList path={reviewPath(owner)} version={memory} onChange={change} />
      <Filters filter={filter} onFilter={setFilter} total={facts.data?.total ?? null} />
      <Await loaded={facts}>
        {({ facts: found, total }) => (
          <>
            {found.length === 0 && <NoFacts isFiltered={isFiltered} />}
            <ol className="memory-facts" aria-label={strings.fact.list}>
              {found.map((fact) => (
                <li key={fact.id}>
                  <FactCard fact={fact} onChange={change} />
                </li>
              ))}
            </ol>
            {total > found.length && limit < MAX_FACTS && (
              <Button size="small" onClick={() => setFilter({ ...filter, limit: limit + PAGE })}>
                {strings.fact.more}
              </Button>
            )}
            {total > found.length && limit >= MAX_FACTS && (
              <p className="quiet small">{strings.fact.first}</p>
            )}
          </>
        )}
      </Await>
    </section>
  )
}

function NoFacts({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <p className="memory-none">{strings.fact.noMatch}</p>
  return <Notice title={strings.fact.noneTitle}>{strings.fact.none}</Notice>
}

function Filters({
  filter,
  onFilter,
  total,
}: {
  filter: FactFilter
  onFilter: (filter: FactFilter) => void
  total: number | null
}) {
  const set = (part: Partial<FactFilter>) => onFilter({ ...filter, limit: PAGE, ...part })
  return (
    <search className="memory-fact-filters">
      <Field
        type="search"
        label={strings.fact.search}
        placeholder={strings.fact.searchHint}
        maxLength={MAX_SEARCH}
        value={filter.text}
        onChange={(event) => set({ text: event.target.value })}
      />
      <Select
        label={strings.fact.status}
        options={strings.fact.options}
        value={filter.status}
        onChange={(event) => set({ status: event.target.value })}
      />
      <label className="row small">
        <input
          type="checkbox"
          checked={filter.hasPast}
          onChange={(event) => set({ hasPast: event.target.checked })}
        />
        {strings.fact.past}
      </label>
      <span className="small quiet" role="status">
        {total !== null && strings.fact.count(total)}
      </span>
    </search>
  )
}
