import { useState } from 'react'
import type { CaughtUp } from '../../../../src/api/chats/catch-up.ts'
import { api } from '../../lib/api.ts'
import { formatCount, formatMoment } from '../../lib/format.ts'
import { useLoad } from '../../lib/use-load.ts'
import { visibleText } from '../../lib/visible-text.ts'
import { Chip } from '../../parts/chip.tsx'
import { Select } from '../../parts/field.tsx'
import { Await, Notice } from '../../parts/notice.tsx'
import { UserText } from '../../parts/user-text.tsx'
import { useMe } from '../../shell/me.tsx'
import { conversations as strings } from '../../strings/conversations.ts'
import { Panel } from '../panel.tsx'
import { chatApiPath } from '../paths.ts'

const LONGEST = 300

/** What happened in a thread, by conversation: since the reader last wrote, or in a period. */
export function CatchUpPanel({
  thread,
  version,
  onJump,
  onClose,
}: {
  thread: string
  version: string
  onJump: (id: string) => void
  onClose: () => void
}) {
  const { catchUp } = strings
  const { role } = useMe()
  // Staff keys stand for no person: they have not written anything.
  const [hours, setHours] = useState<number | null>(role === 'member' ? null : 24)
  const loaded = useLoad(
    (signal) => api.post<CaughtUp>(`${chatApiPath(thread)}/catchup`, { hours }, signal),
    [thread, hours, version],
  )
  return (
    <Panel title={catchUp.title} onClose={onClose}>
      <Select
        label={catchUp.period}
        value={String(hours ?? '')}
        options={[
          ...(role === 'member' ? [{ value: '', label: catchUp.sinceLast }] : []),
          ...catchUp.periods.map((one) => ({ value: String(one.hours), label: one.label })),
        ]}
        onChange={({ target }) => setHours(target.value === '' ? null : Number(target.value))}
      />
      <Await loaded={loaded}>
        {({ conversations, messages, conversation_count }) =>
          conversations.length === 0 ? (
            <Notice title={catchUp.nothing}>{catchUp.nothingText}</Notice>
          ) : (
            <>
              <p className="small quiet">
                {catchUp.counts(formatCount(messages), formatCount(conversation_count))}
              </p>
              {conversations.map((one) => (
                <Missed key={one.points[0]?.message_id} conversation={one} onJump={onJump} />
              ))}
            </>
          )
        }
      </Await>
    </Panel>
  )
}

function Missed({
  conversation: { title, points },
  onJump,
}: {
  conversation: CaughtUp['conversations'][number]
  onJump: (id: string) => void
}) {
  return (
    <section aria-label={title}>
      <h3 className="chats-conversation">
        <UserText inline text={title} />
      </h3>
      <ul className="chats-hits">
        {points.map(({ number, kind, message_id, author, sent_at, text }) => (
          <li key={number} className="chats-hit">
            <button
              type="button"
              className="chats-hit-link small"
              onClick={() => onJump(message_id)}
            >
              {kind !== 'said' && <Chip tone="accent">{strings.catchUp.kinds[kind]}</Chip>}
              <b>{visibleText(author)}</b>
              <span className="quiet">{formatMoment(sent_at)}</span>
            </button>
            <UserText text={text.slice(0, LONGEST)} />
          </li>
        ))}
      </ul>
    </section>
  )
}
