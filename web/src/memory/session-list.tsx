import { memory as words } from '../strings/memory.ts'
import type { Owner, Remembered } from './owner.ts'
import { TalkCard } from './session-card.tsx'

const MOST = 200

/** The talks something is remembered of, newest first. */
export function TalkList({
  owner,
  seen,
  onChange,
}: {
  owner: Owner
  seen: Remembered
  onChange: (what: string) => void
}) {
  return (
    <>
      <ol className="memory-talks" aria-label={words.talk.list}>
        {seen.sessions.map((talk) => (
          <li key={talk.session_id}>
            <TalkCard owner={owner} talk={talk} onChange={onChange} />
          </li>
        ))}
      </ol>
      {seen.sessions.length >= MOST && <p className="quiet small">{words.talk.latest}</p>}
    </>
  )
}
