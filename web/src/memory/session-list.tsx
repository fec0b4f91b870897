import { memory as strings } from '../strings/memory.ts'
import type { MemoryContent, Owner } from './owner.ts'
import { SessionCard } from './session-card.tsx'

const MAX_SESSIONS = 200

/** The summarized sessions, newest first. */
export function SessionList({
  owner,
  memory,
  onChange,
}: {
  owner: Owner
  memory: MemoryContent
  onChange: (what: string) => void
}) {
  return (
    <>
      <ol className="memory-sessions" aria-label={strings.session.list}>
        {memory.sessions.map((session) => (
          <li key={session.session_id}>
            <SessionCard owner={owner} session={session} onChange={onChange} />
          </li>
        ))}
      </ol>
      {memory.sessions.length >= MAX_SESSIONS && (
        <p className="quiet small">{strings.session.latest}</p>
      )}
    </>
  )
}
