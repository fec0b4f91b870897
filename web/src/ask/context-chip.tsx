import { useState } from 'react'
import type { Why } from '../../../src/api/wire/why-wire.ts'
import { api } from '../lib/api.ts'
import { formatShare } from '../lib/format.ts'
import { routes } from '../lib/routes.ts'
import { useLoad } from '../lib/use-load.ts'
import { visibleText } from '../lib/visible-text.ts'
import { Chip } from '../parts/chip.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Await } from '../parts/notice.tsx'
import { UserText } from '../parts/user-text.tsx'
import { ask as strings } from '../strings/ask.ts'

type Topics = readonly { readonly slug: string; readonly label: string; readonly score: number }[]

/** The topic of the session; opens the context of the last answer. */
export function ContextChip({ answerId, preset }: { answerId: string | null; preset: Topics }) {
  const [isOpen, setOpen] = useState(false)
  const why = useLoad(
    async (signal) => (answerId === null ? null : api.get<Why>(whyPath(answerId), signal)),
    [answerId],
  )
  const topics = why.data?.memory?.topics.length ? why.data.memory.topics : preset
  return (
    <>
      <button type="button" className="ask-chip" onClick={() => setOpen(true)}>
        {labelOf(topics, why.data)}
      </button>
      {isOpen && (
        <Dialog side title={strings.drawer.title} onClose={() => setOpen(false)}>
          <Await loaded={why}>
            {(data) => <Drawer why={data} topics={topics} onLeave={() => setOpen(false)} />}
          </Await>
          {answerId === null && (
            <Drawer why={null} topics={topics} onLeave={() => setOpen(false)} />
          )}
        </Dialog>
      )}
    </>
  )
}

function whyPath(answerId: string): string {
  return `/api/answers/${encodeURIComponent(answerId)}/why`
}

function labelOf(topics: Topics, why: Why | null): string {
  if (topics.length > 0)
    return strings.chip.topics(topics.map(({ label }) => visibleText(label)).join(', '))
  const count = why?.items.filter((item) => item.included && item.type !== 'nearby').length ?? 0
  return count === 0 ? strings.chip.none : strings.chip.pieces(count)
}

function Drawer({
  why,
  topics,
  onLeave,
}: {
  why: Why | null
  topics: Topics
  onLeave: () => void
}) {
  const slots = why?.memory?.slots ?? []
  const shown = why?.items.filter(({ included }) => included) ?? []
  return (
    <div className="stack">
      <h3>{strings.drawer.topics}</h3>
      {topics.length === 0 && <p className="quiet">{strings.drawer.noTopics}</p>}
      <ul className="row">
        {topics.map(({ slug, label, score }) => (
          <li key={slug}>
            <Chip tone="accent">
              <UserText inline hasLinks={false} text={label} /> {formatShare(score)}
            </Chip>
          </li>
        ))}
      </ul>
      <h3>{strings.drawer.memory}</h3>
      {slots.length === 0 && <p className="quiet">{strings.drawer.noMemory}</p>}
      <ul className="stack">
        {slots.map(({ name, tokens, source_session_ids }) => (
          <li key={name}>
            <code>{name}</code>{' '}
            <span className="quiet small">
              {strings.drawer.slot(tokens, source_session_ids.length)}
            </span>
          </li>
        ))}
      </ul>
      <h3>{strings.drawer.pieces}</h3>
      {shown.length === 0 && <p className="quiet">{strings.drawer.noPieces}</p>}
      <ol className="stack">
        {shown.map((item) => (
          <li key={item.id}>
            <b>
              <UserText inline hasLinks={false} text={item.author ?? item.path ?? item.type} />
            </b>{' '}
            <UserText inline text={(item.text ?? '').slice(0, 200)} />
            <div className="quiet small">
              <UserText inline hasLinks={false} text={item.reason} />
            </div>
          </li>
        ))}
      </ol>
      {why && (
        <a href={routes.why(why.answer_id)} onClick={onLeave}>
          {strings.drawer.trace}
        </a>
      )}
    </div>
  )
}
