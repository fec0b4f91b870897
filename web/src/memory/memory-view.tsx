import { useEffect, useState } from 'react'
import { api } from '../lib/api.ts'
import { type Loaded, useLoad } from '../lib/use-load.ts'
import { Chip } from '../parts/chip.tsx'
import { Await, Notice } from '../parts/notice.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { UserText } from '../parts/user-text.tsx'
import { memory as strings } from '../strings/memory.ts'
import { type FactPage, factsPath } from './facts.ts'
import { FactsView } from './facts-view.tsx'
import { memoryPath, type Owner, type OwnerMemory } from './owner.ts'
import { PersonActions } from './person-actions.tsx'
import { RollingView } from './rolling-view.tsx'
import { SessionList } from './session-list.tsx'
import { TopicsView } from './topics-view.tsx'

const RELOAD_MS = 2_500

const TABS = [
  { id: 'summary', label: strings.summary },
  { id: 'sessions', label: strings.sessions },
  { id: 'topics', label: strings.topics },
  { id: 'facts', label: strings.facts },
] as const

type Stored = { readonly memory: OwnerMemory; readonly hasFacts: boolean }

/** The memory of a person or a group. */
export function MemoryView({ owner }: { owner: Owner }) {
  const stored = useLoad((signal) => loadStored(owner, signal), [owner.id, owner.kind])
  useReloadWhileRefreshing(stored)
  return (
    <>
      <a className="memory-back" href="#/memory">
        ‹ {strings.all}
      </a>
      <Await loaded={stored}>
        {(data) => <OwnerMemoryView owner={owner} stored={data} onChange={stored.reload} />}
      </Await>
    </>
  )
}

/** The memory, and whether there are facts, which matters if there are no sessions. */
async function loadStored(owner: Owner, signal: AbortSignal): Promise<Stored> {
  const memory = await api.get<OwnerMemory>(memoryPath(owner), signal)
  if (memory.sessions.length > 0) return { memory, hasFacts: false }
  const any = { text: '', status: 'active', hasPast: true, limit: 1 }
  const pages = await Promise.all([
    api.get<FactPage>(factsPath(owner, any), signal),
    api.get<FactPage>(factsPath(owner, { ...any, status: 'proposed' }), signal),
  ])
  return { memory, hasFacts: pages.some(({ total }) => total > 0) }
}

/** Polls while summaries are being rebuilt. */
function useReloadWhileRefreshing({ data, reload, isLoading }: Loaded<Stored>) {
  const isRefreshing = data?.memory.refreshing === true && !isLoading
  useEffect(() => {
    if (!isRefreshing) return
    const timer = setTimeout(reload, RELOAD_MS)
    return () => clearTimeout(timer)
  }, [isRefreshing, reload])
}

function OwnerMemoryView({
  owner,
  stored: { memory, hasFacts },
  onChange,
}: {
  owner: Owner
  stored: Stored
  onChange: () => void
}) {
  const [tab, setTab] = useState(hasFacts ? 'facts' : 'summary')
  const [done, setDone] = useState<string | null>(null)
  const change = (what: string) => {
    setDone(what)
    onChange()
  }
  const isOptedOut = 'opted_out' in memory && memory.opted_out
  const isEmpty = memory.sessions.length === 0 && !isOptedOut
  return (
    <div className="stack">
      <Header memory={memory} onDone={change} />
      <div role="status">
        {done !== null && <Notice tone="ok" title={done} />}
        {memory.refreshing && <p className="loading quiet small">{strings.refreshing}</p>}
      </div>
      {isOptedOut && (
        <Notice tone="warn" title={strings.optedOutTitle}>
          {strings.optedOutText}
        </Notice>
      )}
      <Tabs label={strings.tabs} tabs={TABS} chosen={tab} onChoose={setTab}>
        {isEmpty && (tab === 'summary' || tab === 'sessions') && <NoSessions hasFacts={hasFacts} />}
        {!isEmpty && tab === 'summary' && <RollingView memory={memory} />}
        {!isEmpty && tab === 'sessions' && (
          <SessionList owner={owner} memory={memory} onChange={change} />
        )}
        {tab === 'topics' && <TopicsView owner={owner} memory={memory} onChange={change} />}
        {tab === 'facts' && <FactsView owner={owner} memory={memory} onChange={change} />}
      </Tabs>
    </div>
  )
}

function NoSessions({ hasFacts }: { hasFacts: boolean }) {
  return (
    <Notice
      title={hasFacts ? strings.noSummaries : strings.emptyTitle}
      actions={<a href="#/ask">{strings.ask}</a>}
    >
      {strings.emptyText}
    </Notice>
  )
}

function Header({ memory, onDone }: { memory: OwnerMemory; onDone: (what: string) => void }) {
  if (!('person' in memory)) {
    return (
      <header className="memory-head">
        <h2>
          <UserText inline text={memory.title ?? memory.thread_id} />
        </h2>
        <p className="quiet small">{memory.thread_id}</p>
      </header>
    )
  }
  const { person, opted_out } = memory
  const id = `${person.channel}:${person.external_id}`
  return (
    <header className="memory-head">
      <div className="row">
        <h2>
          <UserText inline text={person.name ?? id} />
        </h2>
        {opted_out && <Chip tone="warn">{strings.optedOutChip}</Chip>}
      </div>
      <p className="quiet small">
        <UserText inline text={id} />
        {person.linked_ids.length > 1 && ` · ${strings.linkedIds(person.linked_ids.length)}`}
      </p>
      <PersonActions id={id} name={person.name ?? id} isOptedOut={opted_out} onDone={onDone} />
    </header>
  )
}
