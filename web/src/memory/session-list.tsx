import { memory as strings } from '../strings/memory.ts'
import type { MemoryContent, Owner } from './owner.ts'
import { SessionCard } from './session-card.tsx'

const MOST = 200

/** The talks something is remembered of, newest first. */
export function SessionList({
  owner,
  seen,
  onChange,
}: {
  owner: Owner
  seen: MemoryContent
  onChange: (what: string) => void
}) {
  return (
    <>
      <ol className="memory-talks" aria-label={strings.talk.list}>
        {seen.sessions.map((talk) => (
          <li key={talk.session_id}>
            <SessionCard owner={owner} talk={talk} onChange={onChange} />
          </li>
        ))}
      </ol>
      {seen.sessions.length >= MOST && <p className="quiet small">{strings.talk.latest}</p>}
    </>
  )
}
