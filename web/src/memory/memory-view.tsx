import { useEffect, useState } from 'react'
import { api } from '../lib/api.ts'
import { type Loaded, useLoad } from '../lib/use-load.ts'
import { Chip } from '../parts/chip.tsx'
import { Await, Notice } from '../parts/notice.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { Said } from '../parts/user-text.tsx'
import { memory as words } from '../strings/memory.ts'
import { memoryPath, type Owner, type Seen } from './owner.ts'
import { PersonActions } from './person-actions.tsx'
import { RollingView } from './rolling-view.tsx'
import { TalkList } from './session-list.tsx'
import { TopicsView } from './topics-view.tsx'

const LOOK_AGAIN_MS = 2_500

const TABS = [
  { id: 'summary', label: words.summary },
  { id: 'talks', label: words.talks },
  { id: 'topics', label: words.topics },
] as const

/** All that is remembered of a person or a group. */
export function MemoryView({ owner }: { owner: Owner }) {
  const seen = useLoad((signal) => api.get<Seen>(memoryPath(owner), signal), [owner.id, owner.kind])
  useLookAgain(seen)
  return (
    <>
      <a className="memory-back" href="#/memory">
        ‹ {words.all}
      </a>
      <Await loaded={seen}>
        {(data) => <SeenView owner={owner} seen={data} onChange={seen.reload} />}
      </Await>
    </>
  )
}

/** While it is being made anew, what is shown changes by itself. */
function useLookAgain({ data, reload, isLoading }: Loaded<Seen>) {
  const isRefreshing = data?.refreshing === true && !isLoading
  useEffect(() => {
    if (!isRefreshing) return
    const timer = setTimeout(reload, LOOK_AGAIN_MS)
    return () => clearTimeout(timer)
  }, [isRefreshing, reload])
}

function SeenView({ owner, seen, onChange }: { owner: Owner; seen: Seen; onChange: () => void }) {
  const [tab, setTab] = useState('summary')
  const [done, setDone] = useState<string | null>(null)
  const change = (what: string) => {
    setDone(what)
    onChange()
  }
  const isOptedOut = 'opted_out' in seen && seen.opted_out
  return (
    <div className="stack">
      <Header seen={seen} onDone={change} />
      <div role="status">
        {done !== null && <Notice tone="ok" title={done} />}
        {seen.refreshing && <p className="loading quiet small">{words.refreshing}</p>}
      </div>
      {isOptedOut && (
        <Notice tone="warn" title={words.optedOutTitle}>
          {words.optedOutText}
        </Notice>
      )}
      {seen.sessions.length === 0 && !isOptedOut ? (
        <Notice title={words.emptyTitle} actions={<a href="#/ask">{words.askSomething}</a>}>
          {words.emptyText}
        </Notice>
      ) : (
        <Tabs label={words.tabs} tabs={TABS} chosen={tab} onChoose={setTab}>
          {tab === 'summary' && <RollingView seen={seen} />}
          {tab === 'talks' && <TalkList owner={owner} seen={seen} onChange={change} />}
          {tab === 'topics' && <TopicsView owner={owner} seen={seen} onChange={change} />}
        </Tabs>
      )}
    </div>
  )
}

function Header({ seen, onDone }: { seen: Seen; onDone: (what: string) => void }) {
  if (!('person' in seen)) {
    return (
      <header className="memory-head">
        <h2>
          <Said inline text={seen.title ?? seen.thread_id} />
        </h2>
        <p className="quiet small">{seen.thread_id}</p>
      </header>
    )
  }
  const { person, opted_out } = seen
  const id = `${person.channel}:${person.external_id}`
  return (
    <header className="memory-head">
      <div className="row">
        <h2>
          <Said inline text={person.name ?? id} />
        </h2>
        {opted_out && <Chip tone="warn">{words.optedOutChip}</Chip>}
      </div>
      <p className="quiet small">
        <Said inline text={id} />
        {person.linked_ids.length > 1 && ` · ${words.names(person.linked_ids.length)}`}
      </p>
      <PersonActions id={id} name={person.name ?? id} isOptedOut={opted_out} onDone={onDone} />
    </header>
  )
}
